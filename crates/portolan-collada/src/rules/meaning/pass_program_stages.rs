use hashbrown::HashMap;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds programs without a vertex or fragment shader, or with two shaders for one stage.
    ///
    /// A program must say where vertices go and which colour comes out; a stage that is missing is undefined in current
    /// graphics interfaces.
    "SEM181" "program-stages" Warning, spec "8-103", on
        ["profile_CG/technique/pass/program", "profile_GLSL/technique/pass/program",
         "profile_GLES2/technique/pass/program"], check
}

fn check<'a>(program: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut stages: HashMap<String, Node<'a>> = HashMap::new();
    for shader in program.children_named("shader") {
        let Some(stage) = shader.attribute("stage") else { continue };
        let name = stage.value().trim().to_owned();
        let message = format!("the program has two shaders for the stage `{name}`");
        let first = *stages.entry(name).or_insert(shader);
        if first != shader {
            report.push(report.finding(shader, stage.value_span(), message).see(first.open_span(), "the first one"));
        }
    }
    for stage in ["VERTEX", "FRAGMENT"] {
        if !stages.is_empty() && !stages.contains_key(stage) {
            report.at(program, format!("the program has no shader for the stage `{stage}`"));
        }
    }
}
