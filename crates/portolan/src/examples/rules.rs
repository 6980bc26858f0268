//! References, data and meaning of COLLADA.

use super::Example;

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
        code: "SEM102",
        wrong: r#"<asset>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
  <unit name="inch" meter="0"/>
</asset>"#,
        right: r#"<asset>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
  <unit name="inch" meter="0.0254"/>
</asset>"#,
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
        code: "SEM104",
        wrong: r#"<asset>
  <created>2013-05-15T02:11:02Z</created>
  <modified>2013-05-15T02:11:02Z</modified>
  <unit name="centimeter" meter="1"/>
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
        code: "SEM111",
        wrong: r#"<node>
  <rotate>0 0 0 90</rotate>
</node>"#,
        right: r#"<node>
  <rotate>0 1 0 90</rotate>
</node>"#,
    },
    Example {
        code: "SEM112",
        wrong: r#"<node>
  <scale>1 1 0</scale>
</node>"#,
        right: r#"<node>
  <scale>1 1 1</scale>
</node>"#,
    },
    Example {
        code: "SEM113",
        wrong: r#"<node>
  <lookat>0 0 5  0 0 5  0 1 0</lookat>
</node>"#,
        right: r#"<node>
  <lookat>0 0 5  0 0 0  0 1 0</lookat>
</node>"#,
    },
    Example {
        code: "SEM115",
        wrong: r#"<node>
  <matrix>1 0 0 0  0 1 0 0  0 0 1 0  2 3 4 1</matrix>
</node>"#,
        right: r#"<node>
  <matrix>1 0 0 2  0 1 0 3  0 0 1 4  0 0 0 1</matrix>
</node>"#,
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
];
