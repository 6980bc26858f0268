//! Formulas as expressions.

use portolan_scene::{Binding, Constant, Expression, Function, Part, Target};

use super::super::Lowered;
use super::super::tests::lower;

fn codes(lowered: &Lowered) -> Vec<&'static str> {
    lowered.losses.iter().map(|l| l.code.id).filter(|id| id.starts_with("CNV2")).collect()
}

/// A formula of `value` and `pitch` with an expression.
fn formula(math: &str, clips: &str) -> Lowered {
    let content = format!(
        r##"<library_formulas><formula id="formula"><newparam sid="target"><float>0</float></newparam>
        <newparam sid="value"><float>180</float></newparam><newparam sid="pitch"><int>5</int></newparam>
        <target><param>target</param></target><technique_common>{math}</technique_common></formula></library_formulas>
        <library_animation_clips>{clips}</library_animation_clips><library_visual_scenes><visual_scene id="s">
        <node id="n"><translate sid="t">0 0 0</translate><rotate sid="r">0 0 1 0</rotate></node></visual_scene></library_visual_scenes>"##
    );
    let text = super::super::tests::document(&content)
        .replace("http://www.collada.org/2005/11/COLLADASchema", "http://www.collada.org/2008/03/COLLADASchema")
        .replace("<COLLADA ", "<COLLADA xmlns:math=\"http://www.w3.org/1998/Math/MathML\" ")
        .replace("1.4.1", "1.5.0");
    super::super::tests::lower_with(&text, portolan_resources::Memory::new())
}

fn parameter(name: &str) -> Expression {
    Expression::Parameter(name.into())
}

/// `(value / 360) · pitch` as on page 5-39.
const EXAMPLE: &str = r#"<math:math><math:apply><math:times /><math:apply><math:divide />
    <math:csymbol encoding="COLLADA"> value </math:csymbol><math:ci>360</math:ci></math:apply>
    <math:csymbol encoding="COLLADA"> pitch </math:csymbol></math:apply></math:math>"#;

#[test]
fn the_formula_of_the_specification() {
    let lowered = formula(EXAMPLE, "");
    assert_eq!(codes(&lowered), [] as [&str; 0]);
    let formula = &lowered.scene.formulas[0];
    let ratio = Expression::Apply(Function::Divide, vec![parameter("value"), Expression::Number(360.0)]);
    assert_eq!(formula.expression, Expression::Apply(Function::Times, vec![ratio, parameter("pitch")]));
    assert_eq!(formula.target.as_deref(), Some("target"));
    let values: Vec<(&str, f64)> = formula.parameters.iter().map(|p| (&*p.name, p.value)).collect();
    assert_eq!(values, [("target", 0.0), ("value", 180.0), ("pitch", 5.0)]);
}

#[test]
fn the_end_tag_that_the_specification_prints_too_often_is_passed_over() {
    let printed = EXAMPLE.replacen("</math:ci></math:apply>", "</math:ci></math:divide></math:apply>", 1);
    assert_ne!(printed, EXAMPLE);
    let expression = |lowered: &Lowered| lowered.scene.formulas[0].expression.clone();
    assert_eq!(expression(&formula(&printed, "")), expression(&formula(EXAMPLE, "")));
}

#[test]
fn arguments_and_results_are_bound() {
    let clip = r##"<animation_clip id="c"><instance_formula url="#formula">
        <setparam ref="target"><connect_param ref="n/r.ANGLE"/></setparam>
        <setparam ref="value"><SIDREF>n/t.Y</SIDREF></setparam>
        <setparam ref="pitch"><float>2.5</float></setparam>
        <setparam ref="none"><connect_param ref="nowhere"/></setparam>
        <setparam ref="wide"><SIDREF>n/t</SIDREF></setparam></instance_formula></animation_clip>"##;
    let lowered = formula(EXAMPLE, clip);
    let instance = &lowered.scene.clips[0].formulas[0];
    let transform = |transform, place| {
        let part = Part::At(place);
        Binding::Target(Target::Transform { node: portolan_scene::NodeId(0), transform, part })
    };
    let expected =
        [("target".into(), transform(1, 3)), ("value".into(), transform(0, 1)), ("pitch".into(), Binding::Value(2.5))];
    assert_eq!(instance.bindings, expected);
    assert_eq!(codes(&lowered), ["CNV242", "CNV242"]);
}

#[test]
fn numbers_constants_and_pieces() {
    let number = Expression::Number;
    let root = |degree, of| Expression::Apply(Function::Root, vec![number(degree), number(of)]);
    for (math, expected) in [
        (r#"<cn type="rational">3<sep/>4</cn>"#, number(0.75)),
        (r#"<cn type="e-notation"> 12 <sep/> -1 </cn>"#, number(1.2)),
        (r#"<cn type="complex-cartesian">3<sep/>0</cn>"#, number(3.0)),
        (r#"<cn type="complex-polar">2<sep/>3.141592653589793</cn>"#, number(-2.0)),
        (r#"<cn type="integer" base="16">ff</cn>"#, number(255.0)),
        (r#"<cn type="real"> -2.5e1 </cn>"#, number(-25.0)),
        (r#"<cn type="constant">π</cn>"#, number(std::f64::consts::PI)),
        ("<pi/>", Expression::Constant(Constant::Pi)),
        ("<ci>value</ci>", parameter("value")),
        ("<apply><root/><degree><cn>3</cn></degree><cn>8</cn></apply>", root(3.0, 8.0)),
        (
            "<piecewise><piece><cn>1</cn><apply><gt/><ci>value</ci><cn>0</cn></apply></piece><otherwise><cn>2</cn></otherwise></piecewise>",
            Expression::Piecewise(
                vec![(number(1.0), Expression::Apply(Function::Gt, vec![parameter("value"), number(0.0)]))],
                Some(Box::new(number(2.0))),
            ),
        ),
    ] {
        let lowered = formula(&format!(r#"<math xmlns="http://www.w3.org/1998/Math/MathML">{math}</math>"#), "");
        assert_eq!(lowered.scene.formulas[0].expression, expected, "{math}");
        assert_eq!(codes(&lowered), [] as [&str; 0], "{math}");
    }
}

#[test]
fn what_cannot_be_computed_is_left_out_and_told() {
    let deep = "<apply><abs/>".repeat(400) + "<cn>1</cn>" + &"</apply>".repeat(400);
    for math in [
        "<apply><int/><cn>1</cn></apply>",
        "<apply><divide/><cn>1</cn></apply>",
        "<apply><divide><cn>1</cn><cn>2</cn></divide></apply>",
        "<apply/>",
        "<mrow><mi>x</mi></mrow>",
        "<cn>x</cn>",
        r#"<cn type="complex-cartesian">1<sep/>2</cn>"#,
        "<csymbol> </csymbol>",
        "<cn>1</cn><cn>2</cn>",
        "",
        deep.as_str(),
    ] {
        let lowered = formula(&format!("<math>{math}</math>"), "");
        assert!(lowered.scene.formulas.is_empty(), "{math}");
        assert_eq!(codes(&lowered), ["CNV240"], "{math}");
    }
    // A symbol nobody declares may still be bound; its absence is told.
    assert_eq!(codes(&formula("<math><ci>unheard</ci></math>", "")), ["CNV241"]);
    let nothing = lower("<library_formulas><formula id=\"f\"/></library_formulas>");
    assert!(nothing.scene.formulas.is_empty());
}
