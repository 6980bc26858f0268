//! OpenDDL, in documents of OpenGEX.

use super::Example;

pub static EXAMPLES: &[Example] = &[
    Example {
        code: "DDL007",
        wrong: r#"GeometryNode
{
	Name {string {"Box}}
	ObjectRef {ref {$shape}}
}"#,
        right: r#"GeometryNode
{
	Name {string {"Box"}}
	ObjectRef {ref {$shape}}
}"#,
    },
    Example {
        code: "DDL014",
        wrong: r#"Node $lamp {}
Node $lamp {}"#,
        right: r#"Node $lamp {}
Node $light {}"#,
    },
    Example {
        code: "DDL016",
        wrong: r#"IndexArray {unsigned_int16[3] {{0, 1, 2}}}"#,
        right: r#"IndexArray {uint16[3] {{0, 1, 2}}}"#,
    },
    Example {
        code: "DDL020",
        wrong: r#"Node
{
	Transform {float[16] {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, two, 0, 0, 1}}}
}"#,
        right: r#"Node
{
	Transform {float[16] {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1}}}
}"#,
    },
    Example {
        code: "DDL021",
        wrong: r#"IndexArray {uint8[3] {{0, 1, 300}}}"#,
        right: r#"IndexArray {uint16[3] {{0, 1, 2}}}"#,
    },
    Example {
        code: "DDL022",
        wrong: r#"IndexArray {uint16[3] {{0, 1}}}"#,
        right: r#"IndexArray {uint16[3] {{0, 1, 2}}}"#,
    },
    Example {
        code: "DDL023",
        wrong: r#"IndexArray {uint16[3] {{0, 1, 2}, }}"#,
        right: r#"IndexArray {uint16[3] {{0, 1, 2}}}"#,
    },
];
