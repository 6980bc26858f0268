// What questions are answered with. Made from docs/json by `npm run json`.

/**
 * One line of the report of `portolan batch`: what became of a file. The journal in the output folder has the same lines, with a few fields more.
 */
export interface Batch {
  /**
   * What the file is called in the journal: its output below the output folder, or its path.
   */
  key: string;
  /**
   * The file, as it was given.
   */
  input: string;
  /**
   * The file that was made of it, below the output folder; null if none is.
   */
  output: string | null;
  /**
   * The exit status that the file has.
   */
  status: 0 | 1 | 2 | 3 | 4 | 70;
  /**
   * What became of it. A file that an earlier run has done is `unchanged`.
   */
  result: "converted" | "checked" | "repaired" | "copied" | "drawn" | "unchanged" | "failed";
  /**
   * The size of the file.
   */
  bytes: number;
  /**
   * How long it took; missing if its worker was ended.
   */
  seconds?: number;
  /**
   * Why it failed; only if it did.
   */
  error?: {
    /**
     * The code of the reason; may be empty.
     */
    code: string;
    /**
     * One sentence.
     */
    message: string;
    [k: string]: unknown;
  };
  /**
   * The limits that it went beyond; only if it did.
   */
  limits?: {
    /**
     * Seconds for one file.
     */
    seconds: number;
    /**
     * Bytes of memory for one file; null if that for all counts.
     */
    memory: number | null;
    [k: string]: unknown;
  };
  /**
   * Everything that was read for it: paths as seen from the folder of the file, with checksums.
   */
  read?: {
    [k: string]: string;
  };
  /**
   * Everything that was written: paths below the output folder, with checksums.
   */
  wrote?: {
    [k: string]: string;
  };
  /**
   * What did not come over, as in `losses.schema.json`; for `--to` and `--render`. Lists are cut after 200 entries.
   */
  losses?: {
    [k: string]: unknown;
  };
  /**
   * What was found, as in `files` of `check.schema.json`; for `--check` and `--fix`. Lists are cut after 200 entries.
   */
  documents?: {
    [k: string]: unknown;
  }[];
  /**
   * What was repaired, as in `files` of `fix.schema.json`; for `--fix`. Lists are cut after 200 entries.
   */
  repair?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}

/**
 * What `portolan check --format json` prints: one object for all files.
 */
export interface Check {
  /**
   * The files in the order in which they were given.
   */
  files: CheckFile[];
  /**
   * The sums over all files.
   */
  summary: {
    /**
     * The number of files.
     */
    files: number;
    /**
     * Findings of severity error, repeated ones counted.
     */
    errors: number;
    /**
     * Findings of severity warning, repeated ones counted.
     */
    warnings: number;
    /**
     * Findings of severity info, repeated ones counted.
     */
    infos: number;
    /**
     * Files that could not be read.
     */
    unreadable: number;
    /**
     * Findings for which there is a safe repair.
     */
    fixable: number;
    /**
     * Repairs that `--fix` made.
     */
    repaired: number;
    /**
     * Findings beyond the limit, which are not listed.
     */
    dropped: number;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * A file, or a document in an archive.
 */
export interface CheckFile {
  /**
   * The path of the file as it was given; for a document in an archive the path of the archive followed by the path in it.
   */
  path: string;
  /**
   * The id of the format, or null if the file could not be read.
   */
  format: string | null;
  /**
   * The version that the file was checked against. Empty if the format has no versions; null if the file could not be read.
   */
  version: string | null;
  /**
   * False if a finding about the syntax or the schema of the format has severity error, or if the file could not be read.
   */
  schema_valid: boolean;
  /**
   * `invalid` if there is a finding of severity error, `unreadable` if the file could not be read, otherwise `valid`.
   */
  verdict: "valid" | "invalid" | "unreadable";
  /**
   * What was found, in the order of the file.
   */
  findings: CheckFinding[];
  /**
   * The number of findings beyond the limit (`--max-findings`), which are not listed. Missing if the file could not be read.
   */
  dropped?: number;
  /**
   * What `--fix` repaired. Missing if the file could not be read.
   */
  repaired?: {
    /**
     * What the repair does.
     */
    title: string;
    /**
     * How often it was applied.
     */
    count: number;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
/**
 * Something that was found in a file.
 */
export interface CheckFinding {
  /**
   * The stable code of the finding, for instance `SCH004`.
   */
  code: string;
  /**
   * The name of the code, for instance `missing-element`.
   */
  name: string;
  /**
   * How serious the finding is.
   */
  severity: "error" | "warning" | "info";
  /**
   * What was found, in one sentence.
   */
  message: string;
  /**
   * The line in the file, counted from 1; 0 if the file could not be read.
   */
  line: number;
  /**
   * The column in the line, in characters, counted from 1; 0 if the file could not be read.
   */
  column: number;
  /**
   * The line of the end of what the finding concerns. Missing if that is very long, and for files that could not be read.
   */
  end_line?: number;
  /**
   * The column after the last character of what the finding concerns. Missing together with `end_line`.
   */
  end_column?: number;
  /**
   * The path of the element that the finding concerns, or null if it concerns none.
   */
  element: string | null;
  /**
   * The place in the specification of the format that states the rule. Empty if there is none.
   */
  spec: string;
  /**
   * How often the same finding occurs in the file.
   */
  count: number;
  /**
   * What to do about it, or null if there is nothing to say.
   */
  help: string | null;
  /**
   * Some of the further places with the same finding.
   */
  places: CheckPlace[];
  /**
   * Places that help to understand the finding.
   */
  related: CheckRelated[];
  /**
   * The repair that `check --fix` applies, or null if there is no safe one.
   */
  fix: {
    /**
     * What the repair does.
     */
    title: string;
    /**
     * The replacements of text, in the order of the file.
     */
    edits: CheckEdit[];
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
/**
 * Another place with the same finding.
 */
export interface CheckPlace {
  /**
   * The line in the file, counted from 1.
   */
  line: number;
  /**
   * The column in the line, in characters, counted from 1.
   */
  column: number;
  /**
   * The path of the element, or null if the place is in none.
   */
  element: string | null;
  [k: string]: unknown;
}
/**
 * A place that helps to understand the finding.
 */
export interface CheckRelated {
  /**
   * The line in the file, counted from 1.
   */
  line: number;
  /**
   * The column in the line, in characters, counted from 1.
   */
  column: number;
  /**
   * What this place has to do with the finding.
   */
  message: string;
  [k: string]: unknown;
}
/**
 * One replacement of text.
 */
export interface CheckEdit {
  /**
   * The line in the file, counted from 1.
   */
  line: number;
  /**
   * The column in the line, in characters, counted from 1.
   */
  column: number;
  /**
   * The line of the end of the replaced text.
   */
  end_line: number;
  /**
   * The column after the last character of the replaced text.
   */
  end_column: number;
  /**
   * The text to write instead.
   */
  text: string;
  [k: string]: unknown;
}

export interface Config {
  /**
   * Codes, names or stages of findings and losses that do not count.
   */
  ignore?: string | string[];
  /**
   * Severities of codes, names or stages of findings.
   */
  severity?: {
    [k: string]: "error" | "warning" | "info" | "off";
  };
  /**
   * Options of `portolan check`.
   */
  check?: {
    /**
     * Show findings of this severity or worse and fail on them; by default all are shown and errors fail
     */
    severity?: string;
    /**
     * Show only these codes (`SCH004`), names (`missing-element`) or stages (`SCH`)
     */
    only?: string | string[];
    /**
     * Check against this version of the format instead of the one that the file declares
     */
    "format-version"?: string;
    /**
     * Read the file with this encoding instead of the one that it declares
     */
    encoding?: string;
  };
  /**
   * Options of `portolan fix`.
   */
  fix?: {
    /**
     * Repair only these codes (`SCH004`), names (`missing-element`) or stages (`SCH`)
     */
    only?: string | string[];
    /**
     * Read the file with this encoding instead of the one that it declares
     */
    encoding?: string;
  };
  /**
   * Options of `portolan convert`.
   */
  convert?: {
    /**
     * Write only the scene with this id or name; by default all scenes, if the format can hold several
     */
    scene?: string;
    /**
     * Embed textures in the file
     */
    embed?: boolean;
    /**
     * Write textures as separate files
     */
    separate?: boolean;
    /**
     * Refer to textures where they are; by default, they are copied if the output is in another folder
     */
    link?: boolean;
    /**
     * Resample animations with this many keys per second
     */
    "sample-rate"?: number;
    /**
     * Maximum error in metres [default: 1/1000 of the size of each curve or curved surface, 0.0001 for animations]
     */
    tolerance?: number;
    /**
     * Split polygons into triangles
     */
    triangulate?: boolean;
    /**
     * Write all faces as polygons, if the format has polygons
     */
    polygons?: boolean;
    /**
     * Replace the transforms of each node by one matrix; animations are converted
     */
    "single-matrix"?: boolean;
    /**
     * Rotate the scene so that this axis (X, Y or Z) points up
     */
    "up-axis"?: string;
    /**
     * Convert lengths to this unit, given in metres
     */
    unit?: number;
    /**
     * How to read transparency: `auto` inverts it for documents whose exporter wrote 0 for opaque, `strict` follows the rule of the format, `inverted` always inverts
     */
    opacity?: string;
    /**
     * Whether a skin is moved by the node that holds it: `counts` is always, `ignored` is never, `auto` decides for each document
     */
    "skin-holder"?: string;
    /**
     * Do not merge equal vertices (glTF)
     */
    "no-weld"?: boolean;
    /**
     * Drop all lights
     */
    "no-lights"?: boolean;
    /**
     * Drop all cameras
     */
    "no-cameras"?: boolean;
    /**
     * Compute missing tangents of shapes with a normal map
     */
    tangents?: boolean;
    /**
     * Write all joints of a skin vertex (glTF: JOINTS_1 and so on, which few readers support); by default the four with the largest weights
     */
    "all-influences"?: boolean;
    /**
     * Write rigid bodies and constraints as KHR_physics_rigid_bodies and KHR_implicit_shapes, which are drafts (glTF)
     */
    physics?: boolean;
    /**
     * Write skins and morphs as animations of their points (xVRML, X3D, VRML97); by default in their pose at rest
     */
    "bake-shapes"?: boolean;
    /**
     * Write floating-point numbers as hexadecimal bits, so that none is rounded (OpenGEX)
     */
    precise?: boolean;
    /**
     * Write this version of the format (OpenGEX: 1.1, 2.0, 3.0; COLLADA: 1.4.0 unless rebuilt, 1.4.1, 1.5.0; X3D: 3.3, 4.0)
     */
    "format-version"?: string;
    /**
     * Rewrite a document of the same format from the parsed scene; by default it is kept to the byte, with edits where `--format-version` asks for another version
     */
    rebuild?: boolean;
    /**
     * Write a file even if the input contains no scene
     */
    "allow-empty"?: boolean;
    /**
     * Exit with status 1 if shape, looks, motion or data were lost; `approximated` includes `dropped`
     */
    "fail-on"?: string;
    /**
     * Read the file with this encoding instead of the one that it declares
     */
    encoding?: string;
  };
  /**
   * Options of `portolan render`.
   */
  render?: {
    /**
     * Size in pixels [default: 512x512; 192x192 for each picture of a contact sheet]
     */
    size?: string;
    /**
     * Look through this camera: its id or name, that of its node, or its index from 0. `scene` is the first one, `fit` frames everything, `auto` is the first one if it shows the scene, else `fit` [default: auto]
     */
    camera?: string;
    /**
     * Draw the scene with this id, name or index from 0 instead of the default one
     */
    scene?: string;
    /**
     * Play the clip with this id or name; by default everything that belongs to no clip, or else everything
     */
    clip?: string;
    /**
     * Draw the scene at this time, in seconds [default: 0, or the start of the clip]
     */
    time?: number;
    /**
     * Background: `#rrggbb`, `#rrggbbaa`, `r,g,b` or `r,g,b,a` from 0 to 1, or a name such as white [default: transparent; white for .jpg, light grey for contact sheets]
     */
    background?: string;
    /**
     * Draw only the edges of faces
     */
    wireframe?: boolean;
    /**
     * Draw only nodes of this layer; can be repeated
     */
    layer?: string | string[];
    /**
     * How to read transparency: `auto` inverts it for documents whose exporter wrote 0 for opaque, `strict` follows the rule of the format, `inverted` always inverts
     */
    opacity?: string;
    /**
     * Whether a skin is moved by the node that holds it: `counts` is always, `ignored` is never, `auto` decides for each document
     */
    "skin-holder"?: string;
    /**
     * Light: `auto` adds a soft light if everything is framed, if the scene has no lights or if they leave it black; `scene` uses the lights of the document only
     */
    lights?: string;
    /**
     * Maximum error of curves and curved surfaces in metres [default: 1/1000 of the size of each]
     */
    tolerance?: number;
    /**
     * Samples per pixel: more are smoother and slower
     */
    samples?: number;
    /**
     * Write a picture even if there is nothing to draw
     */
    "allow-empty"?: boolean;
    /**
     * Read the file with this encoding instead of the one that it declares
     */
    encoding?: string;
  };
  /**
   * Parts for files that match patterns; later ones win.
   */
  files?: {
    /**
     * Codes, names or stages of findings and losses that do not count.
     */
    ignore?: string | string[];
    /**
     * Severities of codes, names or stages of findings.
     */
    severity?: {
      [k: string]: "error" | "warning" | "info" | "off";
    };
    /**
     * Options of `portolan check`.
     */
    check?: {
      /**
       * Show findings of this severity or worse and fail on them; by default all are shown and errors fail
       */
      severity?: string;
      /**
       * Show only these codes (`SCH004`), names (`missing-element`) or stages (`SCH`)
       */
      only?: string | string[];
      /**
       * Check against this version of the format instead of the one that the file declares
       */
      "format-version"?: string;
      /**
       * Read the file with this encoding instead of the one that it declares
       */
      encoding?: string;
    };
    /**
     * Options of `portolan fix`.
     */
    fix?: {
      /**
       * Repair only these codes (`SCH004`), names (`missing-element`) or stages (`SCH`)
       */
      only?: string | string[];
      /**
       * Read the file with this encoding instead of the one that it declares
       */
      encoding?: string;
    };
    /**
     * Options of `portolan convert`.
     */
    convert?: {
      /**
       * Write only the scene with this id or name; by default all scenes, if the format can hold several
       */
      scene?: string;
      /**
       * Embed textures in the file
       */
      embed?: boolean;
      /**
       * Write textures as separate files
       */
      separate?: boolean;
      /**
       * Refer to textures where they are; by default, they are copied if the output is in another folder
       */
      link?: boolean;
      /**
       * Resample animations with this many keys per second
       */
      "sample-rate"?: number;
      /**
       * Maximum error in metres [default: 1/1000 of the size of each curve or curved surface, 0.0001 for animations]
       */
      tolerance?: number;
      /**
       * Split polygons into triangles
       */
      triangulate?: boolean;
      /**
       * Write all faces as polygons, if the format has polygons
       */
      polygons?: boolean;
      /**
       * Replace the transforms of each node by one matrix; animations are converted
       */
      "single-matrix"?: boolean;
      /**
       * Rotate the scene so that this axis (X, Y or Z) points up
       */
      "up-axis"?: string;
      /**
       * Convert lengths to this unit, given in metres
       */
      unit?: number;
      /**
       * How to read transparency: `auto` inverts it for documents whose exporter wrote 0 for opaque, `strict` follows the rule of the format, `inverted` always inverts
       */
      opacity?: string;
      /**
       * Whether a skin is moved by the node that holds it: `counts` is always, `ignored` is never, `auto` decides for each document
       */
      "skin-holder"?: string;
      /**
       * Do not merge equal vertices (glTF)
       */
      "no-weld"?: boolean;
      /**
       * Drop all lights
       */
      "no-lights"?: boolean;
      /**
       * Drop all cameras
       */
      "no-cameras"?: boolean;
      /**
       * Compute missing tangents of shapes with a normal map
       */
      tangents?: boolean;
      /**
       * Write all joints of a skin vertex (glTF: JOINTS_1 and so on, which few readers support); by default the four with the largest weights
       */
      "all-influences"?: boolean;
      /**
       * Write rigid bodies and constraints as KHR_physics_rigid_bodies and KHR_implicit_shapes, which are drafts (glTF)
       */
      physics?: boolean;
      /**
       * Write skins and morphs as animations of their points (xVRML, X3D, VRML97); by default in their pose at rest
       */
      "bake-shapes"?: boolean;
      /**
       * Write floating-point numbers as hexadecimal bits, so that none is rounded (OpenGEX)
       */
      precise?: boolean;
      /**
       * Write this version of the format (OpenGEX: 1.1, 2.0, 3.0; COLLADA: 1.4.0 unless rebuilt, 1.4.1, 1.5.0; X3D: 3.3, 4.0)
       */
      "format-version"?: string;
      /**
       * Rewrite a document of the same format from the parsed scene; by default it is kept to the byte, with edits where `--format-version` asks for another version
       */
      rebuild?: boolean;
      /**
       * Write a file even if the input contains no scene
       */
      "allow-empty"?: boolean;
      /**
       * Exit with status 1 if shape, looks, motion or data were lost; `approximated` includes `dropped`
       */
      "fail-on"?: string;
      /**
       * Read the file with this encoding instead of the one that it declares
       */
      encoding?: string;
    };
    /**
     * Options of `portolan render`.
     */
    render?: {
      /**
       * Size in pixels [default: 512x512; 192x192 for each picture of a contact sheet]
       */
      size?: string;
      /**
       * Look through this camera: its id or name, that of its node, or its index from 0. `scene` is the first one, `fit` frames everything, `auto` is the first one if it shows the scene, else `fit` [default: auto]
       */
      camera?: string;
      /**
       * Draw the scene with this id, name or index from 0 instead of the default one
       */
      scene?: string;
      /**
       * Play the clip with this id or name; by default everything that belongs to no clip, or else everything
       */
      clip?: string;
      /**
       * Draw the scene at this time, in seconds [default: 0, or the start of the clip]
       */
      time?: number;
      /**
       * Background: `#rrggbb`, `#rrggbbaa`, `r,g,b` or `r,g,b,a` from 0 to 1, or a name such as white [default: transparent; white for .jpg, light grey for contact sheets]
       */
      background?: string;
      /**
       * Draw only the edges of faces
       */
      wireframe?: boolean;
      /**
       * Draw only nodes of this layer; can be repeated
       */
      layer?: string | string[];
      /**
       * How to read transparency: `auto` inverts it for documents whose exporter wrote 0 for opaque, `strict` follows the rule of the format, `inverted` always inverts
       */
      opacity?: string;
      /**
       * Whether a skin is moved by the node that holds it: `counts` is always, `ignored` is never, `auto` decides for each document
       */
      "skin-holder"?: string;
      /**
       * Light: `auto` adds a soft light if everything is framed, if the scene has no lights or if they leave it black; `scene` uses the lights of the document only
       */
      lights?: string;
      /**
       * Maximum error of curves and curved surfaces in metres [default: 1/1000 of the size of each]
       */
      tolerance?: number;
      /**
       * Samples per pixel: more are smoother and slower
       */
      samples?: number;
      /**
       * Write a picture even if there is nothing to draw
       */
      "allow-empty"?: boolean;
      /**
       * Read the file with this encoding instead of the one that it declares
       */
      encoding?: string;
    };
    /**
     * Patterns of the files that this part is for.
     */
    match: string | string[];
  }[];
}

/**
 * What `portolan diff --json` prints.
 */
export interface Diff {
  /**
   * True if nothing was changed.
   */
  same: boolean;
  /**
   * What was changed: the document first, then the objects kind by kind.
   */
  changes: {
    /**
     * What happened to the object. `renamed` means that nothing but its name or id was changed.
     */
    change: "removed" | "added" | "renamed" | "changed";
    /**
     * What the object is.
     */
    class: string;
    /**
     * The name or id of the object, in the first document if it is there.
     */
    name: string;
    /**
     * The fields that were changed. Empty for objects that were added or removed.
     */
    fields: {
      /**
       * The name of the field.
       */
      field: string;
      /**
       * The old value as text; empty if there was none.
       */
      old: string;
      /**
       * The new value as text; empty if there is none.
       */
      new: string;
      [k: string]: unknown;
    }[];
    /**
     * The place in the first document, or null if there is none.
     */
    a: DiffPlace | null;
    /**
     * The place in the second document, or null if there is none.
     */
    b: DiffPlace | null;
    [k: string]: unknown;
  }[];
  /**
   * The number of changes beyond the limit, which are not listed.
   */
  further: number;
  [k: string]: unknown;
}
/**
 * A place in a file.
 */
export interface DiffPlace {
  /**
   * The path of the file.
   */
  file: string;
  /**
   * The line in the file, counted from 1.
   */
  line: number;
  /**
   * The column in the line, in characters, counted from 1.
   */
  column: number;
  /**
   * The path of the element.
   */
  element: string;
  [k: string]: unknown;
}

/**
 * What `portolan fix --json` prints: one object for all files.
 */
export interface Fix {
  /**
   * The sums over all files.
   */
  summary: {
    /**
     * The number of files.
     */
    files: number;
    /**
     * Repairs that were made.
     */
    repaired: number;
    /**
     * Repairs that were tried and undone.
     */
    taken_back: number;
    /**
     * Repairs that were not made because they are not safe.
     */
    offered: number;
    /**
     * Errors that are left.
     */
    errors: number;
    [k: string]: unknown;
  };
  /**
   * The files in the order in which they were given. Those with `error` could not be read or written.
   */
  files: {
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}

/**
 * The corner with the lowest coordinates.
 *
 * @minItems 3
 * @maxItems 3
 */
export type InfoCorner = [number, number, number];
/**
 * The corner with the highest coordinates.
 *
 * @minItems 3
 * @maxItems 3
 */
export type InfoCorner1 = [number, number, number];

/**
 * What `portolan info --json` prints for each file: one object per line. A file that cannot be read has no object; the reason is printed on standard error.
 */
export interface Info {
  /**
   * The path of the file as it was given.
   */
  file: string;
  /**
   * The id of the format.
   */
  format: string;
  /**
   * The version of the format. Empty if the format has no versions.
   */
  version: string;
  /**
   * The size of the document in bytes.
   */
  bytes: number;
  /**
   * The program that wrote the file, if the file names it.
   */
  generator: string | null;
  /**
   * The title of the document, if it has one.
   */
  title: string | null;
  /**
   * The unit of length of the document, or null if the document could not be understood.
   */
  unit: {
    /**
     * The name of the unit.
     */
    name: string;
    /**
     * The length of the unit in metres.
     */
    meters: number;
    [k: string]: unknown;
  } | null;
  /**
   * The axis that points up, or null if the document could not be understood.
   */
  up_axis: "X" | "Y" | "Z" | null;
  /**
   * The bounding box of the default scene as it is drawn at its rest pose, with skins and morphs applied, or null if nothing is drawn.
   */
  bounds: {
    min: InfoCorner;
    max: InfoCorner1;
    [k: string]: unknown;
  } | null;
  /**
   * True if the scene places nodes so often that `bounds` and the triangles, lines and points count only a part of it.
   */
  truncated: boolean;
  /**
   * How many objects of each kind there are.
   */
  totals: {
    /**
     * The number of nodes in the document.
     */
    nodes: number;
    /**
     * The number of triangles of the default scene as it is drawn at its rest pose, with every instance counted. Null if no scene is made of this format.
     */
    triangles: number | null;
    /**
     * The number of lines of the default scene as it is drawn at its rest pose, with every instance counted. Null if no scene is made of this format.
     */
    lines: number | null;
    /**
     * The number of points of the default scene as it is drawn at its rest pose, with every instance counted. Null if no scene is made of this format.
     */
    points: number | null;
    /**
     * The number of geometries in the document.
     */
    geometries: number;
    /**
     * The number of materials in the document.
     */
    materials: number;
    /**
     * The number of images in the document.
     */
    images: number;
    /**
     * The number of cameras in the document.
     */
    cameras: number;
    /**
     * The number of lights in the document.
     */
    lights: number;
    /**
     * The number of skins in the document.
     */
    skins: number;
    /**
     * The number of morphs in the document.
     */
    morphs: number;
    /**
     * The number of animations in the document.
     */
    animations: number;
    /**
     * The number of animation clips in the document.
     */
    clips: number;
    /**
     * The number of rigid bodies in the document.
     */
    rigid_bodies: number;
    /**
     * The number of constraints between rigid bodies in the document.
     */
    constraints: number;
    /**
     * The number of kinematic joints in the document.
     */
    joints: number;
    /**
     * The number of solids of boundary representations in the document.
     */
    solids: number;
    [k: string]: unknown;
  };
  /**
   * The boundary representations of the document, in its unit.
   */
  breps: {
    /**
     * The id or name of the geometry.
     */
    geometry: string | null;
    /**
     * The number of vertices.
     */
    vertices: number;
    /**
     * The number of edges.
     */
    edges: number;
    /**
     * The number of wires.
     */
    wires: number;
    /**
     * The number of faces.
     */
    faces: number;
    /**
     * The number of shells.
     */
    shells: number;
    /**
     * The number of solids.
     */
    solids: number;
    /**
     * The number of surfaces of each kind that occurs.
     */
    surfaces: {
      /**
       * Planes.
       */
      plane?: number;
      /**
       * Spheres.
       */
      sphere?: number;
      /**
       * Cylinders.
       */
      cylinder?: number;
      /**
       * Cones.
       */
      cone?: number;
      /**
       * Tori.
       */
      torus?: number;
      /**
       * Rational B-splines.
       */
      nurbs?: number;
      /**
       * Curves that are drawn along a direction.
       */
      extrusion?: number;
      /**
       * Curves that are turned about an axis.
       */
      revolution?: number;
      [k: string]: unknown;
    };
    /**
     * The number of curves of each kind that occurs.
     */
    curves: {
      /**
       * Lines.
       */
      line?: number;
      /**
       * Circles.
       */
      circle?: number;
      /**
       * Ellipses.
       */
      ellipse?: number;
      /**
       * Parabolas.
       */
      parabola?: number;
      /**
       * Hyperbolas.
       */
      hyperbola?: number;
      /**
       * Rational B-splines.
       */
      nurbs?: number;
      [k: string]: unknown;
    };
    /**
     * The number of curves in the parameters of surfaces that edges have.
     */
    pcurves: number;
    /**
     * The volume of all solids. Null if there is none, or one is not closed.
     */
    volume: number | null;
    /**
     * The volume of each solid.
     */
    volumes: number[];
    /**
     * The area of all faces.
     */
    area: number;
    /**
     * The centre of mass of the solids, or of the faces if no solid is closed. Null if there are neither.
     */
    center: [number, number, number] | null;
    /**
     * The lengths of the edges that bound no face.
     */
    lengths: number[];
    /**
     * Whether there are solids and all of their shells are closed.
     */
    closed: boolean;
    /**
     * The largest gaps.
     */
    worst: {
      /**
       * Between a vertex and the curve of its edge.
       */
      vertex_on_curve: number;
      /**
       * Between an edge in space and in the parameters of a face.
       */
      pcurve_on_surface: number;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  }[];
  /**
   * The root nodes of the default scene.
   */
  scene: InfoNode[];
  /**
   * The animations.
   */
  animations: {
    /**
     * Its id.
     */
    id: string | null;
    /**
     * Its name.
     */
    name: string | null;
    /**
     * When it begins, in seconds.
     */
    start: number | null;
    /**
     * When it ends, in seconds.
     */
    end: number | null;
    /**
     * The number of things that it moves.
     */
    channels: number;
    /**
     * The number of keys of all its curves.
     */
    keys: number;
    [k: string]: unknown;
  }[];
  /**
   * The materials.
   */
  materials: {
    /**
     * Its id.
     */
    id: string | null;
    /**
     * Its name.
     */
    name: string | null;
    /**
     * How it is lit.
     */
    shading: "constant" | "lambert" | "phong" | "blinn" | "physical";
    /**
     * Its colour as screens show it.
     */
    color: string | null;
    /**
     * Whether it is blended with what lies behind it.
     */
    blended: boolean;
    /**
     * Whether both sides are drawn. Null if the document does not say.
     */
    double_sided: boolean | null;
    /**
     * Its textures.
     */
    textures: {
      /**
       * What it is for.
       */
      purpose: string;
      /**
       * The image, by id, name or path.
       */
      image: string;
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  }[];
  /**
   * The images.
   */
  images: {
    /**
     * Its id.
     */
    id: string | null;
    /**
     * Its name.
     */
    name: string | null;
    /**
     * Where it is, as the document says.
     */
    path: string | null;
    /**
     * Whether it can be used.
     */
    status: "found" | "embedded" | "missing" | "unreadable" | "none";
    /**
     * The format of the file.
     */
    format: string | null;
    /**
     * Pixels from left to right.
     */
    width: number | null;
    /**
     * Pixels from top to bottom.
     */
    height: number | null;
    /**
     * The size of the file.
     */
    bytes: number | null;
    [k: string]: unknown;
  }[];
  /**
   * How many findings `portolan check` has for the file, repeated ones counted.
   */
  findings: {
    /**
     * Findings of severity error.
     */
    errors: number;
    /**
     * Findings of severity warning.
     */
    warnings: number;
    /**
     * Findings of severity info.
     */
    infos: number;
    [k: string]: unknown;
  };
  /**
   * The extent of the default scene along the axes, in metres.
   *
   * @minItems 3
   * @maxItems 3
   */
  size: [number, number, number] | null;
  /**
   * The bytes that vertices, indices and keys take in memory.
   */
  memory: number;
  /**
   * The shapes.
   */
  geometries: {
    /**
     * Its id.
     */
    id: string | null;
    /**
     * Its name.
     */
    name: string | null;
    /**
     * What it is made of.
     */
    kind: string;
    /**
     * The number of vertices, or of control points.
     */
    vertices: number;
    /**
     * The number of triangles, polygons split.
     */
    triangles: number;
    /**
     * The number of lines.
     */
    lines: number;
    /**
     * What the vertices and corners have.
     */
    data: string[];
    /**
     * Its extent along the axes, in metres.
     *
     * @minItems 3
     * @maxItems 3
     */
    size: [number, number, number] | null;
    /**
     * The bytes of its vertices and indices in memory.
     */
    bytes: number;
    [k: string]: unknown;
  }[];
  /**
   * The clips.
   */
  clips: {
    /**
     * Its id.
     */
    id: string | null;
    /**
     * Its name.
     */
    name: string | null;
    /**
     * When it begins, in seconds.
     */
    start: number | null;
    /**
     * When it ends, in seconds.
     */
    end: number | null;
    /**
     * The number of things that it moves.
     */
    channels: number;
    /**
     * The number of keys of all its curves.
     */
    keys: number;
    [k: string]: unknown;
  }[];
  /**
   * The axes of the joints of robots.
   */
  joints: {
    /**
     * Its name, as `portolan pose` takes it.
     */
    name: string;
    /**
     * How it moves.
     */
    kind: "revolute" | "prismatic";
    /**
     * The direction of the axis.
     *
     * @minItems 3
     * @maxItems 3
     */
    axis: [number, number, number];
    /**
     * The least value: degrees, or a length in the unit of the document.
     */
    min: number | null;
    /**
     * The greatest value.
     */
    max: number | null;
    /**
     * Its value in the document.
     */
    value: number;
    /**
     * Whether it keeps its value.
     */
    locked: boolean;
    [k: string]: unknown;
  }[];
  /**
   * The rigid bodies.
   */
  bodies: {
    /**
     * Its name.
     */
    name: string;
    /**
     * The node that it moves.
     */
    node: string | null;
    /**
     * Whether it moves.
     */
    dynamic: boolean;
    /**
     * Its mass in kilograms, if the document says so.
     */
    mass: number | null;
    /**
     * The number of shapes that it is made of.
     */
    shapes: number;
    [k: string]: unknown;
  }[];
  /**
   * What applications add to robots: manipulators, actuators, sensors, pairs of links that may touch.
   */
  robots: {
    /**
     * What it is.
     */
    kind: string;
    /**
     * Its name. Empty if it has none.
     */
    name: string;
    /**
     * The links that it names; of a manipulator the first and the last.
     */
    links: string[];
    /**
     * The joints that it names.
     */
    joints: string[];
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
/**
 * A node of the scene.
 */
export interface InfoNode {
  /**
   * The id of the node, or null if it has none.
   */
  id: string | null;
  /**
   * The name of the node, or null if it has none.
   */
  name: string | null;
  /**
   * The nodes below this one.
   */
  children: InfoNode[];
  /**
   * What the node is if it is not a plain node, for instance `joint` or `GeometryNode`. Missing for plain nodes.
   */
  kind?: string;
  /**
   * The id of the node that this node repeats. Missing for nodes that are no instances.
   */
  instance_of?: string;
  [k: string]: unknown;
}

/**
 * What `portolan convert --losses FILE` and `portolan pack --losses FILE` write.
 */
export interface Losses {
  /**
   * The number of objects of which nothing was dropped or approximated.
   */
  kept: number;
  /**
   * What was computed and written in another form with the same effect.
   */
  baked: LossesLoss[];
  /**
   * What is nearly, but not exactly, as it was.
   */
  approximated: LossesLoss[];
  /**
   * What is missing in the result.
   */
  dropped: LossesLoss[];
  /**
   * What is in the result as it was, but is worth knowing.
   */
  noted: LossesLoss[];
  /**
   * The number of losses beyond the limit, which are not listed.
   */
  further: number;
  [k: string]: unknown;
}
/**
 * Something that is not in the result as it was in the document.
 */
export interface LossesLoss {
  /**
   * The name of the code of the loss, for instance `camera-dropped`.
   */
  what: string;
  /**
   * What is affected, the gravest first: what is drawn, how it looks, how it moves, data that nobody sees, what is said about the document.
   */
  subject: "shape" | "looks" | "motion" | "data" | "metadata";
  /**
   * The stable code of the loss, which `portolan explain` explains.
   */
  code: string;
  /**
   * The path of the element, or null if the loss concerns none.
   */
  element: string | null;
  /**
   * The file that the element is in, or null if the loss concerns none.
   */
  file: string | null;
  /**
   * The line of the element in its file, counted from 1, or null if the loss concerns none.
   */
  line: number | null;
  /**
   * What happened and why, in one sentence.
   */
  reason: string;
  /**
   * How often the same loss occurs.
   */
  count: number;
  [k: string]: unknown;
}

/**
 * What `portolan pose --json` prints.
 */
export interface Pose {
  /**
   * The file as it was given.
   */
  file: string;
  /**
   * The unit of all lengths.
   */
  unit: {
    /**
     * What it is called.
     */
    name: string;
    /**
     * How many metres it is.
     */
    meters: number;
    [k: string]: unknown;
  };
  /**
   * The axis that points up.
   */
  up_axis: "X" | "Y" | "Z";
  /**
   * The instances of kinematics models.
   */
  models: {
    /**
     * The id of the model, or null if it has none.
     */
    id: string | null;
    /**
     * The name of the model, or null if it has none.
     */
    name: string | null;
    /**
     * The SID of the instance, or null if it has none.
     */
    instance: string | null;
    /**
     * The node that the model is bound to, as the document writes it, or null if there is none.
     */
    node: string | null;
    /**
     * The joints in the order of the document.
     */
    joints: {
      /**
       * The SID of the joint or of its instance, or null if it has none.
       */
      sid: string | null;
      /**
       * The id of the joint, or null if it has none.
       */
      id: string | null;
      /**
       * The name of the joint, or null if it has none.
       */
      name: string | null;
      /**
       * Its axes, in order.
       */
      axes: {
        /**
         * The SID of the axis, or null if it has none.
         */
        sid: string | null;
        /**
         * `revolute` turns about the axis, `prismatic` moves along it.
         */
        kind: "revolute" | "prismatic";
        /**
         * The direction of the axis, of length 1, or zero if it has none.
         *
         * @minItems 3
         * @maxItems 3
         */
        axis: [number, number, number];
        /**
         * The least value that the joint allows: degrees or a length, or null if there is no limit.
         */
        min: number | null;
        /**
         * The largest value that the joint allows, or null if there is no limit.
         */
        max: number | null;
        /**
         * The least value that the controller allows, or null if it does not say.
         */
        soft_min: number | null;
        /**
         * The largest value that the controller allows, or null if it does not say.
         */
        soft_max: number | null;
        /**
         * False if the axis follows from others.
         */
        active: boolean;
        /**
         * True if the axis keeps its value.
         */
        locked: boolean;
        /**
         * The place of the axis in the list of a controller, or null if it has none.
         */
        index: number | null;
        /**
         * The largest speed, or null if it is not said.
         */
        speed: number | null;
        /**
         * The largest acceleration, or null if it is not said.
         */
        acceleration: number | null;
        /**
         * The largest deceleration, or null if neither it nor an acceleration is said.
         */
        deceleration: number | null;
        /**
         * The largest change of the acceleration, or null if it is not said.
         */
        jerk: number | null;
        /**
         * The value: degrees, or a length in the unit of the document.
         */
        value: number;
        /**
         * True if the value was given on the command line.
         */
        given: boolean;
        /**
         * True if a formula computes the value.
         */
        formula: boolean;
        /**
         * The transforms of nodes that the axis moves.
         */
        targets: string[];
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    }[];
    /**
     * The links in the order of the document, depth first.
     */
    links: {
      /**
       * The SID of the link, or null if it has none.
       */
      sid: string | null;
      /**
       * The name of the link, or null if it has none.
       */
      name: string | null;
      /**
       * The SID or name of the link that it is attached to, or null if there is none.
       */
      parent: string | null;
      /**
       * The SID or name of the joint that attaches it, or null if there is none.
       */
      joint: string | null;
      /**
       * From the link to the space of the model. A matrix, column by column, in the unit and axes of the document.
       *
       * @minItems 16
       * @maxItems 16
       */
      model: [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number
      ];
      /**
       * From the link to the world. A matrix, column by column, in the unit and axes of the document.
       *
       * @minItems 16
       * @maxItems 16
       */
      world: [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number
      ];
      /**
       * The path of the node of the link, or null if there is none.
       */
      node: string | null;
      [k: string]: unknown;
    }[];
    /**
     * Where the system begins and ends.
     */
    frames: {
      /**
       * Where the chain begins. From the frame to the world, column by column, or null if there is none.
       *
       * @minItems 16
       * @maxItems 16
       */
      origin:
        | [
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number
          ]
        | null;
      /**
       * Where it ends. From the frame to the world, column by column, or null if there is none.
       *
       * @minItems 16
       * @maxItems 16
       */
      tip:
        | [
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number
          ]
        | null;
      /**
       * Where the tool works. From the frame to the world, column by column, or null if there is none.
       *
       * @minItems 16
       * @maxItems 16
       */
      tcp:
        | [
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number
          ]
        | null;
      /**
       * Where the work piece is. From the frame to the world, column by column, or null if there is none.
       *
       * @minItems 16
       * @maxItems 16
       */
      object:
        | [
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number
          ]
        | null;
      [k: string]: unknown;
    };
    /**
     * Chains of links with a name.
     */
    manipulators: {
      /**
       * Its name.
       */
      name: string;
      /**
       * Where it begins. From the frame to the world, column by column, or null if there is none.
       *
       * @minItems 16
       * @maxItems 16
       */
      origin:
        | [
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number
          ]
        | null;
      /**
       * Where it ends. From the frame to the world, column by column, or null if there is none.
       *
       * @minItems 16
       * @maxItems 16
       */
      tip:
        | [
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number
          ]
        | null;
      /**
       * Where it points, seen from its tip, or null if that is not said.
       *
       * @minItems 3
       * @maxItems 3
       */
      direction: [number, number, number] | null;
      [k: string]: unknown;
    }[];
    /**
     * Joints that close a chain of links.
     */
    loops: {
      /**
       * The SID or name of the joint, or null if it has none.
       */
      joint: string | null;
      /**
       * How far the two ends are apart, in the unit of the document.
       */
      gap: number;
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  }[];
  /**
   * The nodes of the visual scene, as `portolan sample` lists them.
   */
  nodes: {
    /**
     * The id of the node, or null if it has none.
     */
    id: string | null;
    /**
     * The name of the node, or null if it has none.
     */
    name: string | null;
    /**
     * The names or ids of the nodes from the root to this one, with `/` between them.
     */
    path: string;
    /**
     * From the node to the world. A matrix, column by column, in the unit and axes of the document.
     *
     * @minItems 16
     * @maxItems 16
     */
    world: [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number
    ];
    [k: string]: unknown;
  }[];
  /**
   * What is worth knowing about the document and the pose.
   */
  findings: {
    /**
     * The code; `portolan explain` says more about it.
     */
    code: string;
    /**
     * How bad it is.
     */
    severity: "info" | "warning" | "error";
    /**
     * One sentence.
     */
    message: string;
    /**
     * The line in its document, or null if it belongs to none.
     */
    line: number | null;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}

/**
 * What `portolan run --json` prints.
 */
export interface Run {
  /**
   * The file as it was given.
   */
  file: string;
  /**
   * When the world was loaded, in seconds since 1970.
   */
  start: number;
  /**
   * How many seconds were asked for.
   */
  until: number;
  /**
   * False: a limit ended the run before that.
   */
  complete: boolean;
  /**
   * The world as it was loaded, and each that replaced it.
   */
  worlds: {
    /**
     * When it was loaded.
     */
    t: number;
    /**
     * Where it was read from.
     */
    file: string;
    /**
     * The viewpoint in force.
     */
    viewpoint: string | null;
    /**
     * The avatar in force.
     */
    avatar: string | null;
    /**
     * Where the eyes of the viewer are.
     *
     * @minItems 3
     * @maxItems 3
     */
    eye: [number, number, number];
    /**
     * How the viewer is turned: axis and angle from looking along negative z.
     *
     * @minItems 4
     * @maxItems 4
     */
    orientation: [number, number, number, number];
    /**
     * How the viewer moves.
     */
    navigation: string;
    /**
     * The background in force.
     */
    background: string | null;
    /**
     * The fog in force.
     */
    fog: string | null;
    [k: string]: unknown;
  }[];
  /**
   * Every event in order: outputs that were sent and fields that were written.
   */
  trace: {
    /**
     * Seconds since the world was loaded.
     */
    t: number;
    /**
     * The name of the node, or the path to it.
     */
    node: string;
    /**
     * Its output or field.
     */
    field: string;
    /**
     * The value: a truth, a number, a text, or lists of them; times are seconds since 1970, rotations axis and angle, nodes their names.
     */
    value: boolean | number | string | unknown[] | null;
    /**
     * What caused it: `load`, `time`, `pointer`, `viewer`, `input`, `script`, or the output that a route leads from.
     */
    by: string;
    [k: string]: unknown;
  }[];
  /**
   * The values at the end of what is watched, by address; null where there is none.
   */
  final: {
    /**
     * The value: a truth, a number, a text, or lists of them; times are seconds since 1970, rotations axis and angle, nodes their names.
     *
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "".
     */
    [k: string]: boolean | number | string | unknown[] | null;
  };
  /**
   * The box around everything that is drawn at the end, or null if nothing is.
   */
  bounds: {
    /**
     * The corner with the lowest coordinates.
     *
     * @minItems 3
     * @maxItems 3
     */
    min: [number, number, number];
    /**
     * The corner with the highest coordinates.
     *
     * @minItems 3
     * @maxItems 3
     */
    max: [number, number, number];
    [k: string]: unknown;
  } | null;
  /**
   * What the world asked for.
   */
  requests: {
    /**
     * When.
     */
    t: number;
    /**
     * The node that asked.
     */
    node: string;
    /**
     * What it asked for.
     */
    url: string;
    /**
     * What else it said.
     */
    parameter: string;
    /**
     * Whether it is the world that runs now, or a viewpoint of it.
     */
    opened: boolean;
    [k: string]: unknown;
  }[];
  /**
   * What scripts printed.
   */
  prints: {
    /**
     * When.
     */
    t: number;
    /**
     * The script.
     */
    node: string;
    /**
     * The line.
     */
    text: string;
    [k: string]: unknown;
  }[];
  /**
   * What is worth telling.
   */
  findings: {
    /**
     * Its code.
     */
    code: string;
    /**
     * How bad it is.
     */
    severity: "error" | "warning" | "info";
    /**
     * What it is.
     */
    message: string;
    /**
     * The node that it is about.
     */
    node: string | null;
    /**
     * How many times.
     */
    count: number;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}

/**
 * What `portolan sample --json` prints.
 */
export interface Sample {
  /**
   * The times in seconds.
   */
  times: number[];
  /**
   * False if the scene has more nodes than are followed, so that some are missing in `nodes`.
   */
  complete: boolean;
  /**
   * The nodes in the order of the tree. A node that is instanced several times is listed several times.
   */
  nodes: {
    /**
     * The id of the node, or null if it has none.
     */
    id: string | null;
    /**
     * The name of the node, or null if it has none.
     */
    name: string | null;
    /**
     * The names or ids of the nodes from the root to this one, with `/` between them.
     */
    path: string;
    /**
     * The transform from the node to the world, one matrix per time.
     */
    world: [
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null,
      number | null
    ][];
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}

/**
 * What `portolan simulate --json` prints.
 */
export interface Simulate {
  /**
   * The file as it was given.
   */
  file: string;
  /**
   * The unit of all lengths.
   */
  unit: {
    /**
     * What it is called.
     */
    name: string;
    /**
     * How many metres it is.
     */
    meters: number;
    [k: string]: unknown;
  };
  /**
   * The axis that points up.
   */
  up_axis: "X" | "Y" | "Z";
  /**
   * Seconds.
   */
  times: number[];
  /**
   * Seconds of one step of the first physics scene; `null` if there is none.
   */
  step: number | null;
  /**
   * What simulated; `null` if only the start was asked for.
   */
  engine: string | null;
  /**
   * The physics scenes.
   */
  scenes: {
    /**
     * Its id.
     */
    id: string | null;
    /**
     * Its name.
     */
    name: string | null;
    /**
     * The acceleration of what falls; `null` if nothing falls.
     *
     * @minItems 3
     * @maxItems 3
     */
    gravity: [number, number, number] | null;
    /**
     * Seconds of one step.
     */
    step: number;
    /**
     * Its bodies.
     */
    bodies: {
      /**
       * The SID of the body, else its name or id.
       */
      sid: string | null;
      /**
       * The name of the body.
       */
      name: string | null;
      /**
       * The SID of its instance.
       */
      instance: string | null;
      /**
       * What the instances of models around it are called, outermost first.
       */
      model: string[];
      /**
       * The id of the node that it moves, else its name.
       */
      node: string | null;
      /**
       * Whether forces move it; otherwise it follows its node.
       */
      dynamic: boolean;
      /**
       * Its mass in kilograms.
       */
      mass: number;
      /**
       * How mass and inertia are known: both are given, both follow from the shapes, or the inertia of the shapes is scaled to a mass that is given.
       */
      mass_rule: "given" | "shapes" | "scaled";
      /**
       * Its centre of mass, in its own space.
       *
       * @minItems 3
       * @maxItems 3
       */
      center_of_mass: [number, number, number];
      /**
       * Its inertia about the centre of mass.
       */
      inertia: {
        /**
         * The principal moments.
         *
         * @minItems 3
         * @maxItems 3
         */
        moments: [number, number, number];
        /**
         * Their axes in the space of the body, one after the other.
         *
         * @minItems 9
         * @maxItems 9
         */
        axes: [number, number, number, number, number, number, number, number, number];
        [k: string]: unknown;
      };
      /**
       * Where its space is at the start: where the `parent` node of its model is, or where the node is that it moves.
       */
      frame: "parent" | "target";
      /**
       * Its velocity at the start.
       *
       * @minItems 3
       * @maxItems 3
       */
      velocity: [number, number, number];
      /**
       * How it turns at the start, in radians a second.
       *
       * @minItems 3
       * @maxItems 3
       */
      angular_velocity: [number, number, number];
      /**
       * How the surface of its first shape behaves in contact.
       */
      material: {
        /**
         * The coefficient of friction at rest.
         */
        static_friction: number;
        /**
         * The coefficient of friction while it slides.
         */
        dynamic_friction: number;
        /**
         * The share of the energy that an impact gives back.
         */
        restitution: number;
        [k: string]: unknown;
      };
      /**
       * Its shapes.
       */
      shapes: {
        /**
         * What it is.
         */
        kind:
          | "box"
          | "sphere"
          | "cylinder"
          | "capsule"
          | "tapered_cylinder"
          | "tapered_capsule"
          | "plane"
          | "hull"
          | "mesh";
        /**
         * Whether its mass is on the surface only.
         */
        hollow: boolean;
        /**
         * Its mass in kilograms; `null` for a plane whose mass is not said.
         */
        mass: number | null;
        /**
         * Kilograms of a unit of volume, or of area if it is hollow.
         */
        density: number | null;
        /**
         * Its volume; `null` if it has no end.
         */
        volume: number | null;
        /**
         * Its surface; `null` if it has no end.
         */
        area: number | null;
        [k: string]: unknown;
      }[];
      /**
       * From the body to the world, at each of the times.
       */
      world: [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number
      ][];
      /**
       * Its velocity at each of the times.
       */
      velocities: [number, number, number][];
      /**
       * How it turns at each of the times, in radians a second.
       */
      angular_velocities: [number, number, number][];
      [k: string]: unknown;
    }[];
    /**
     * What holds bodies together.
     */
    constraints: {
      /**
       * Its SID, else its name.
       */
      sid: string | null;
      /**
       * What it holds: SIDs of bodies or ids of nodes; `null` is the world.
       *
       * @minItems 2
       * @maxItems 2
       */
      bodies: [string | null, string | null];
      /**
       * Whether it acts.
       */
      enabled: boolean;
      /**
       * Whether the bodies may overlap.
       */
      interpenetrate: boolean;
      /**
       * The least and the largest distances.
       *
       * @minItems 2
       * @maxItems 2
       */
      linear: [[number | null, number | null, number | null], [number | null, number | null, number | null]];
      /**
       * The least and the largest angles in degrees: swing about x and y, twist about z.
       *
       * @minItems 2
       * @maxItems 2
       */
      angular: [[number | null, number | null, number | null], [number | null, number | null, number | null]];
      /**
       * Its springs; `null` if it has none.
       */
      spring: {
        /**
         * What pulls towards a distance.
         */
        linear: {
          /**
           * Force for a distance, or torque for a degree.
           */
          stiffness: number;
          /**
           * Force or torque against the speed.
           */
          damping: number;
          /**
           * Where it rests.
           */
          target_value: number;
          [k: string]: unknown;
        } | null;
        /**
         * What turns towards an angle.
         */
        angular: {
          /**
           * Force for a distance, or torque for a degree.
           */
          stiffness: number;
          /**
           * Force or torque against the speed.
           */
          damping: number;
          /**
           * Where it rests.
           */
          target_value: number;
          [k: string]: unknown;
        } | null;
        [k: string]: unknown;
      } | null;
      /**
       * From the frame that limits are measured in to the first body.
       *
       * @minItems 16
       * @maxItems 16
       */
      ref_frame: [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number
      ];
      /**
       * From the frame that is held to the second body.
       *
       * @minItems 16
       * @maxItems 16
       */
      frame: [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number
      ];
      [k: string]: unknown;
    }[];
    /**
     * Fields of force, which have no effect.
     */
    force_fields: {
      /**
       * Its id.
       */
      id: string | null;
      /**
       * Its name.
       */
      name: string | null;
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  }[];
  /**
   * The nodes of the visual scene, in the order of the tree.
   */
  nodes: {
    /**
     * Its id.
     */
    id: string | null;
    /**
     * Its name.
     */
    name: string | null;
    /**
     * The labels of the nodes from the root to this one.
     */
    path: string;
    /**
     * From the node to the world, at each of the times.
     */
    world: [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number
    ][];
    [k: string]: unknown;
  }[];
  /**
   * What is worth knowing about the document and the pose.
   */
  findings: {
    /**
     * The code; `portolan explain` says more about it.
     */
    code: string;
    /**
     * How bad it is.
     */
    severity: "info" | "warning" | "error";
    /**
     * One sentence.
     */
    message: string;
    /**
     * The line in its document, or null if it belongs to none.
     */
    line: number | null;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}

/**
 * What `portolan verify --json` prints.
 */
export interface Verify {
  /**
   * True if both documents mean the same, except for differences that are minor or explained.
   */
  equal: boolean;
  /**
   * What differs.
   */
  differences: {
    /**
     * The kind of the difference, as `--ignore` takes it.
     */
    kind: string;
    /**
     * What differs: a node, a material, a clip and a moment.
     */
    place: string;
    /**
     * How it differs, in words.
     */
    what: string;
    /**
     * By how much it differs, or null if that cannot be said in one number.
     */
    amount: number | null;
    /**
     * True if the difference cannot be seen.
     */
    minor: boolean;
    /**
     * The code of the loss in the file of `--losses` that explains the difference, or null if none does.
     */
    explained_by: string | null;
    /**
     * The place in the first document, or null if there is none.
     */
    a: VerifyPlace | null;
    /**
     * The place in the second document, or null if there is none.
     */
    b: VerifyPlace | null;
    [k: string]: unknown;
  }[];
  /**
   * The number of differences beyond the limit, which are not listed.
   */
  further: number;
  /**
   * The pictures that were taken of both documents.
   */
  pictures: {
    /**
     * The name of the pair: the camera, and the clip if one plays.
     */
    name: string;
    /**
     * The time in seconds at which the pictures were taken.
     */
    time: number;
    /**
     * The share of the pixels showing anything that differ visibly, from 0 to 1.
     */
    different: number;
    [k: string]: unknown;
  }[];
  /**
   * Why no pictures could be taken, or null if they were taken or not asked for.
   */
  no_pictures: string | null;
  /**
   * How much was compared.
   */
  compared: {
    /**
     * Scenes that both documents have.
     */
    scenes: number;
    /**
     * Pairs of nodes.
     */
    nodes: number;
    /**
     * Pairs of corners of shapes.
     */
    corners: number;
    /**
     * Pairs of materials.
     */
    materials: number;
    /**
     * Pairs of cameras and of lights.
     */
    cameras_and_lights: number;
    /**
     * Pairs of clips, or of what plays without a clip.
     */
    clips: number;
    /**
     * Moments of all clips.
     */
    moments: number;
    /**
     * Poses of joints and morphs that were tried.
     */
    probes: number;
    /**
     * False if the documents are so large that only a part was compared.
     */
    complete: boolean;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * A place in a file.
 */
export interface VerifyPlace {
  /**
   * The path of the file.
   */
  file: string;
  /**
   * The line in the file, counted from 1.
   */
  line: number;
  /**
   * The column in the line, in characters, counted from 1.
   */
  column: number;
  /**
   * The path of the element.
   */
  element: string;
  [k: string]: unknown;
}
