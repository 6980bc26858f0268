//! Text that is not well-formed, or not what the schema of COLLADA allows.

use super::Example;

pub static EXAMPLES: &[Example] = &[
    Example {
        code: "SCH001",
        wrong: r#"<node>
  <Translate>0 1 0</Translate>
</node>"#,
        right: r#"<node>
  <translate>0 1 0</translate>
</node>"#,
    },
    Example {
        code: "SCH002",
        wrong: r##"<node>
  <instance_geometry url="#box"/>
  <translate>0 1 0</translate>
</node>"##,
        right: r##"<node>
  <translate>0 1 0</translate>
  <instance_geometry url="#box"/>
</node>"##,
    },
    Example {
        code: "SCH004",
        wrong: r#"<library_cameras/>"#,
        right: r#"<library_cameras>
  <camera id="eye">
    <optics>
      <technique_common>
        <perspective>
          <yfov>45</yfov>
          <znear>0.1</znear>
          <zfar>100</zfar>
        </perspective>
      </technique_common>
    </optics>
  </camera>
</library_cameras>"#,
    },
    Example {
        code: "SCH006",
        wrong: r#"<lambert>
  <diffuse>
    <texture texture="wood"/>
  </diffuse>
</lambert>"#,
        right: r#"<lambert>
  <diffuse>
    <texture texture="wood" texcoord="UV"/>
  </diffuse>
</lambert>"#,
    },
    Example {
        code: "SCH007",
        wrong: r#"<asset>
  <created>15/05/2013 2:11:02 AM</created>
  <modified>2013-05-15T02:11:02Z</modified>
</asset>"#,
        right: r#"<asset>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
</asset>"#,
    },
    Example {
        code: "SCH009",
        wrong: r#"<node>
  <translate>0 1</translate>
</node>"#,
        right: r#"<node>
  <translate>0 1 0</translate>
</node>"#,
    },
    Example {
        code: "SCH011",
        wrong: r#"<node id="lamp"/>
<node id="lamp"/>"#,
        right: r#"<node id="lamp"/>
<node id="lamp-2"/>"#,
    },
    Example {
        code: "SCH012",
        wrong: r#"<COLLADA version="1.4.1">"#,
        right: r#"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">"#,
    },
    Example {
        code: "SCH014",
        wrong: r#"<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5">"#,
        right: r#"<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">"#,
    },
    Example {
        code: "XML004",
        wrong: r#"<node>
  <translate>0 1 0</Translate>
</node>"#,
        right: r#"<node>
  <translate>0 1 0</translate>
</node>"#,
    },
    Example {
        code: "XML006",
        wrong: r#"<asset>
  <contributor>
    <author>Smith & Sons</author>
  </contributor>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
</asset>"#,
        right: r#"<asset>
  <contributor>
    <author>Smith &amp; Sons</author>
  </contributor>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
</asset>"#,
    },
    Example { code: "XML008", wrong: r#"<node id="lamp" id="light"/>"#, right: r#"<node id="lamp" name="light"/>"# },
    Example {
        code: "XML010",
        wrong: r#"<node id="lamp">
  <extra>
    <technique profile="TOOL">
      <tool:size>2</tool:size>
    </technique>
  </extra>
</node>"#,
        right: r#"<node id="lamp">
  <extra>
    <technique profile="TOOL">
      <tool:size xmlns:tool="http://example.com/tool">2</tool:size>
    </technique>
  </extra>
</node>"#,
    },
    Example {
        code: "XML011",
        wrong: r#"<asset>
  <contributor>
    <author>Smith&nbsp;Sons</author>
  </contributor>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
  <up_axis>Y_UP</up_axis>
</asset>"#,
        right: r#"<asset>
  <contributor>
    <author>Smith&#160;Sons</author>
  </contributor>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
  <up_axis>Y_UP</up_axis>
</asset>"#,
    },
];
