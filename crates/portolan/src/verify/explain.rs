//! Differences that a conversion told beforehand.

use portolan_compare::{Difference, Kind};
use portolan_scene::{Fate, Losses};
use serde_json::Value;

/// What a conversion said that it changed or lost: codes and names of losses.
#[derive(Clone, Default, Debug)]
pub struct Ledger {
    losses: Vec<(String, String)>,
}

/// Words in the names of losses, and what may differ because of them.
const EXPLAINS: &[(&str, &[Kind])] = &[
    ("camera", &[Kind::Camera]),
    ("light", &[Kind::Light]),
    ("optics", &[Kind::Camera, Kind::Light]),
    ("image", &[Kind::Texture, Kind::Surface]),
    ("picture", &[Kind::Texture, Kind::Surface]),
    ("sampler", &[Kind::Surface, Kind::Texture, Kind::Motion]),
    ("texture", &[Kind::Texture, Kind::Surface, Kind::Coordinates]),
    ("texcoords", &[Kind::Coordinates]),
    ("material", &[Kind::Surface, Kind::Texture, Kind::Winding]),
    ("transparency", &[Kind::Surface]),
    ("opaque", &[Kind::Surface]),
    ("shading", &[Kind::Surface]),
    ("physical", &[Kind::Surface, Kind::Texture, Kind::Coordinates]),
    ("profile", &[Kind::Surface, Kind::Texture]),
    ("vertex-colours", &[Kind::Colour]),
    ("normals", &[Kind::Normal]),
    ("vertex-data", &[Kind::Colour, Kind::Coordinates, Kind::Normal, Kind::Shape]),
    ("vertices", &[Kind::Shape]),
    ("polygon", &[Kind::Shape, Kind::Normal]),
    ("shape", &[Kind::Shape, Kind::Node]),
    ("spline", &[Kind::Shape, Kind::Node]),
    ("curves", &[Kind::Shape, Kind::Node]),
    ("lines", &[Kind::Shape, Kind::Node]),
    ("points", &[Kind::Shape, Kind::Node]),
    ("index", &[Kind::Shape]),
    ("corners", &[Kind::Shape]),
    ("not-finite", &[Kind::Shape, Kind::Node, Kind::Motion]),
    ("level", &[Kind::Shape]),
    ("influences", &[Kind::Node, Kind::Skin, Kind::Shape, Kind::Motion, Kind::Normal]),
    ("skin", &[Kind::Node, Kind::Skin, Kind::Shape, Kind::Motion, Kind::Normal]),
    ("joint", &[Kind::Node, Kind::Skin, Kind::Shape, Kind::Motion, Kind::Normal]),
    ("bind-matrix", &[Kind::Node, Kind::Skin, Kind::Shape, Kind::Motion, Kind::Normal]),
    ("controller", &[Kind::Node, Kind::Skin, Kind::Morph, Kind::Shape, Kind::Motion, Kind::Normal]),
    ("deformation", &[Kind::Node, Kind::Skin, Kind::Morph, Kind::Shape, Kind::Motion, Kind::Normal]),
    ("morph", &[Kind::Node, Kind::Morph, Kind::Shape, Kind::Motion, Kind::Normal]),
    ("animation", &[Kind::Motion, Kind::Clip]),
    ("animation-sampled", &[Kind::Surface, Kind::Camera, Kind::Light]),
    ("animatable", &[Kind::Motion, Kind::Clip, Kind::Surface, Kind::Visibility, Kind::Camera, Kind::Light]),
    ("target", &[Kind::Motion, Kind::Clip, Kind::Surface, Kind::Visibility, Kind::Camera, Kind::Light]),
    ("channel", &[Kind::Motion, Kind::Clip]),
    ("behaviour", &[Kind::Motion]),
    ("interpolation", &[Kind::Motion]),
    ("keys", &[Kind::Motion, Kind::Clip]),
    ("tim", &[Kind::Motion, Kind::Clip]),
    ("formula", &[Kind::Motion, Kind::Clip]),
    ("clip", &[Kind::Motion, Kind::Clip]),
    ("hidden", &[Kind::Visibility, Kind::Shape, Kind::Node]),
    ("appearance", &[Kind::Visibility]),
    ("layer", &[Kind::Layer]),
    ("background", &[Kind::Surroundings]),
    ("fog", &[Kind::Surroundings]),
    ("headlight", &[Kind::Surroundings]),
    ("surroundings", &[Kind::Surroundings]),
    ("lighting", &[Kind::Surroundings]),
    ("nodes", &[Kind::Node, Kind::Shape, Kind::Layer, Kind::Motion]),
    ("matrix", &[Kind::Node, Kind::Motion]),
    ("quaternion", &[Kind::Node, Kind::Motion]),
    ("shear", &[Kind::Node, Kind::Shape, Kind::Motion]),
    ("transform", &[Kind::Node, Kind::Shape, Kind::Motion]),
    ("instances", &[Kind::Node, Kind::Shape]),
    ("view", &[Kind::Scene]),
    ("evaluation", &[Kind::Scene, Kind::Layer]),
    ("space", &[Kind::Unit]),
    ("up-axis", &[Kind::Unit]),
];

impl Ledger {
    /// The ledger that `convert --losses` writes.
    pub fn from_json(json: &Value) -> Result<Ledger, String> {
        let mut ledger = Ledger::default();
        let object = json.as_object().ok_or("it is not a list of losses: a JSON object is expected")?;
        for fate in ["baked", "approximated", "dropped"] {
            let list = object.get(fate).and_then(Value::as_array).ok_or(format!("it has no list `{fate}`"))?;
            for loss in list {
                let text = |key: &str| loss.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
                ledger.losses.push((text("code"), text("what")));
            }
        }
        Ok(ledger)
    }

    /// What losses say.
    pub fn of(losses: &Losses) -> Ledger {
        let told = losses.iter().filter(|l| l.fate > Fate::Noted);
        Ledger { losses: told.map(|l| (l.code.id.to_owned(), l.code.name.to_owned())).collect() }
    }

    /// The code of a loss that explains a kind of difference.
    fn by(&self, kind: Kind) -> Option<&str> {
        let explains = |name: &str| EXPLAINS.iter().any(|(word, kinds)| name.contains(word) && kinds.contains(&kind));
        self.losses.iter().find(|(_, name)| explains(name)).map(|(code, _)| code.as_str())
    }

    /// Marks what is explained. Pictures are if everything else is, and something is there to explain.
    pub fn explain(&self, differences: &mut [(Difference, Option<String>)]) {
        for (difference, explained) in differences.iter_mut().filter(|(d, _)| d.kind != Kind::Picture) {
            *explained = self.by(difference.kind).map(str::to_owned);
        }
        let all = differences.iter().filter(|(d, _)| d.kind != Kind::Picture);
        let open = all.clone().any(|(d, explained)| !d.minor && explained.is_none());
        let Some((code, _)) = self.losses.first().filter(|_| !open) else { return };
        for (_, explained) in differences.iter_mut().filter(|(d, _)| d.kind == Kind::Picture) {
            *explained = Some(code.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn difference(kind: Kind) -> (Difference, Option<String>) {
        let (place, what) = ("a".to_owned(), "b".to_owned());
        (Difference { kind, place, what, amount: None, minor: false, origins: [None; 2] }, None)
    }

    #[test]
    fn losses_explain_what_they_are_about() {
        let list = |code: &str, what: &str| json!([{"code": code, "what": what}]);
        let json =
            json!({"kept": 1, "baked": [], "approximated": list("CNV325", "gltf-camera"), "dropped": [], "noted": []});
        let ledger = Ledger::from_json(&json).unwrap();
        let mut found = [difference(Kind::Camera), difference(Kind::Light), difference(Kind::Picture)];
        ledger.explain(&mut found);
        assert_eq!(found.each_ref().map(|f| f.1.as_deref()), [Some("CNV325"), None, None]);
        let dropped = json!({"baked": [], "approximated": [], "dropped": list("CNV892", "surroundings")});
        let mut found = [difference(Kind::Surroundings)];
        Ledger::from_json(&dropped).unwrap().explain(&mut found);
        assert_eq!(found.each_ref().map(|f| f.1.as_deref()), [Some("CNV892")]);
        let mut found = [difference(Kind::Camera), difference(Kind::Picture)];
        ledger.explain(&mut found);
        assert_eq!(found.each_ref().map(|f| f.1.as_deref()), [Some("CNV325"); 2]);
        assert!(Ledger::from_json(&json!([])).is_err() && Ledger::from_json(&json!({"baked": []})).is_err());
    }
}
