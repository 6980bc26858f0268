//! A mistake and how it is done right, for the codes that real files give most often.
//!
//! A test puts each of them into a document that is otherwise sound and looks for its code.

use portolan_syntax::Code;

/// Text that gives a finding, and the same without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The code of the finding.
    pub code: &'static str,
    /// Text that gives it.
    pub wrong: &'static str,
    /// Text that does not.
    pub right: &'static str,
}

/// The example of a code, if it has one.
pub fn example(code: &Code) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.code == code.id)
}

/// All examples, by code.
pub static EXAMPLES: &[Example] = &[
    Example {
        code: "DAT001",
        wrong: r#"<source id="heights">
  <float_array id="heights-array" count="3">1.5 2.5</float_array>
</source>"#,
        right: r#"<source id="heights">
  <float_array id="heights-array" count="2">1.5 2.5</float_array>
</source>"#,
    },
    Example {
        code: "DAT005",
        wrong: r##"<source id="matrices">
  <float_array id="matrices-array" count="16">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array>
  <technique_common>
    <accessor source="#matrices-array" count="1">
      <param type="float4x4"/>
    </accessor>
  </technique_common>
</source>"##,
        right: r##"<source id="matrices">
  <float_array id="matrices-array" count="16">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array>
  <technique_common>
    <accessor source="#matrices-array" count="1" stride="16">
      <param name="M" type="float4x4"/>
    </accessor>
  </technique_common>
</source>"##,
    },
    Example {
        code: "DAT008",
        wrong: r##"<source id="heights">
  <float_array id="heights-array" count="2">1.5 2.5</float_array>
  <technique_common>
    <accessor source="#heights-array" count="2">
      <param type="float"/>
    </accessor>
  </technique_common>
</source>"##,
        right: r##"<source id="heights">
  <float_array id="heights-array" count="2">1.5 2.5</float_array>
  <technique_common>
    <accessor source="#heights-array" count="2">
      <param name="HEIGHT" type="float"/>
    </accessor>
  </technique_common>
</source>"##,
    },
    Example {
        code: "DAT026",
        wrong: r##"<triangles count="1">
  <input semantic="VERTEX" source="#box-vertices" offset="0"/>
  <p>0 1 3</p>
</triangles>"##,
        right: r##"<triangles count="1">
  <input semantic="VERTEX" source="#box-vertices" offset="0"/>
  <p>0 1 2</p>
</triangles>"##,
    },
    Example {
        code: "DAT029",
        wrong: r##"<triangles count="2">
  <input semantic="VERTEX" source="#box-vertices" offset="0"/>
  <p>0 1 2</p>
</triangles>"##,
        right: r##"<triangles count="1">
  <input semantic="VERTEX" source="#box-vertices" offset="0"/>
  <p>0 1 2</p>
</triangles>"##,
    },
    Example {
        code: "REF001",
        wrong: r##"<node>
  <instance_geometry url="#Box"/>
</node>"##,
        right: r##"<node>
  <instance_geometry url="#box"/>
</node>"##,
    },
    Example {
        code: "REF002",
        wrong: r#"<node>
  <instance_geometry url="box"/>
</node>"#,
        right: r##"<node>
  <instance_geometry url="#box"/>
</node>"##,
    },
    Example {
        code: "REF003",
        wrong: r##"<node>
  <instance_geometry url="#paint"/>
</node>"##,
        right: r##"<node>
  <instance_geometry url="#box"/>
</node>"##,
    },
    Example {
        code: "REF008",
        wrong: r#"<library_images>
  <image id="wood">
    <init_from>C:\textures\wood.png</init_from>
  </image>
</library_images>"#,
        right: r#"<library_images>
  <image id="wood">
    <init_from>textures/wood.png</init_from>
  </image>
</library_images>"#,
    },
    Example {
        code: "REF009",
        wrong: r#"<library_images>
  <image id="wood">
    <init_from>old wood.png</init_from>
  </image>
</library_images>"#,
        right: r#"<library_images>
  <image id="wood">
    <init_from>old%20wood.png</init_from>
  </image>
</library_images>"#,
    },
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
        code: "SEM101",
        wrong: r#"<perspective>
  <yfov>45</yfov>
  <znear>10</znear>
  <zfar>1</zfar>
</perspective>"#,
        right: r#"<perspective>
  <yfov>45</yfov>
  <znear>1</znear>
  <zfar>10</zfar>
</perspective>"#,
    },
    Example {
        code: "SEM103",
        wrong: r#"<asset>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
  <unit/>
</asset>"#,
        right: r#"<asset>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
  <unit name="centimeter" meter="0.01"/>
</asset>"#,
    },
    Example {
        code: "SEM106",
        wrong: r#"<asset>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2012-05-15T02:11:02Z</modified>
</asset>"#,
        right: r#"<asset>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-16T08:00:00Z</modified>
</asset>"#,
    },
    Example {
        code: "SEM107",
        wrong: r#"<library_nodes>
  <asset>
    <created>2013-05-15T02:11:02Z</created>
    <modified>2013-05-15T02:11:02Z</modified>
    <up_axis>Z_UP</up_axis>
  </asset>
  <node id="part"/>
</library_nodes>"#,
        right: r#"<library_nodes>
  <node id="part"/>
</library_nodes>"#,
    },
    Example {
        code: "SEM130",
        wrong: r#"<library_lights>
  <light id="lamp">
    <technique_common>
      <point>
        <color>1 1 1</color>
        <constant_attenuation>0</constant_attenuation>
      </point>
    </technique_common>
  </light>
</library_lights>"#,
        right: r#"<library_lights>
  <light id="lamp">
    <technique_common>
      <point>
        <color>1 1 1</color>
        <constant_attenuation>1</constant_attenuation>
      </point>
    </technique_common>
  </light>
</library_lights>"#,
    },
    Example {
        code: "SEM164",
        wrong: r#"<phong>
  <reflectivity>
    <float>1.5</float>
  </reflectivity>
</phong>"#,
        right: r#"<phong>
  <reflectivity>
    <float>0.5</float>
  </reflectivity>
</phong>"#,
    },
    Example {
        code: "SEM165",
        wrong: r#"<lambert>
  <transparent opaque="A_ONE">
    <color>1 1 1 1</color>
  </transparent>
  <transparency>
    <float>0</float>
  </transparency>
</lambert>"#,
        right: r#"<lambert>
  <transparent opaque="A_ONE">
    <color>1 1 1 1</color>
  </transparent>
  <transparency>
    <float>1</float>
  </transparency>
</lambert>"#,
    },
    Example {
        code: "SEM175",
        wrong: r#"<library_images>
  <image id="wood">
    <init_from></init_from>
  </image>
</library_images>"#,
        right: r#"<library_images>
  <image id="wood">
    <init_from>textures/wood.png</init_from>
  </image>
</library_images>"#,
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
    Example { code: "XML007", wrong: r#"<node id=lamp/>"#, right: r#"<node id="lamp"/>"# },
];
