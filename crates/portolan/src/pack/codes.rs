//! What is told when archives are packed and unpacked.

portolan_syntax::codes! {
    /// Codes of packing and unpacking.
    CODES:

    /// Tells of files that a document refers to and that are not there.
    ///
    /// The reference stays as it is, and leads nowhere in the archive. Put the file where the reference says and pack
    /// again.
    MISSING "ARC018" "pack-missing" Warning spec "2-4";

    /// Tells of files that are not packed because they lie outside of the folder of the document.
    ///
    /// A document must not put whatever it names into an archive that is given away. `--allow FOLDER` permits a folder;
    /// its files are then packed below `external/`.
    OUTSIDE "ARC019" "pack-outside" Warning spec "2-4";

    /// Tells of references that would have to be fetched, and stay as they are.
    ///
    /// An archive may refer to the outside by absolute URIs. Whoever opens it needs the network.
    REMOTE "ARC020" "pack-remote" Warning spec "2-4";

    /// Tells of references that were written anew, so that they lead to a member of the archive.
    REWRITTEN "ARC021" "pack-rewritten" Info spec "2-4";

    /// Tells of files that have another name in the archive than they had.
    ///
    /// Some systems do not allow the name, or do not tell it from another one. References to it were written anew.
    RENAMED "ARC022" "pack-renamed" Info;

    /// Tells of references in archives within the archive that lead out of them.
    ///
    /// Archives are packed as they are, so that nothing in them was changed; relative references cannot leave them.
    NESTED "ARC023" "pack-nested" Warning spec "2-4";

    /// Tells of documents that lost their `xml:base`.
    ///
    /// It says what references are relative to. In the archive they name the members themselves.
    BASE "ARC024" "pack-base" Info;

    /// Tells of files of a folder or an archive that could not be read and are not packed.
    LEFT_OUT "ARC025" "pack-left-out" Warning;

    /// Tells of members that are unpacked under another name.
    ///
    /// Some systems do not allow the name, or do not tell it from another one. References to it are as they were.
    UNPACKED_NAME "ARC026" "unpack-renamed" Warning;

    /// Tells of members that could not be unpacked: damaged, encrypted, or compressed in a way that is not known.
    NOT_UNPACKED "ARC027" "unpack-unreadable" Error;

    /// Tells of files that documents were made from and that are not packed.
    ///
    /// `source_data` names the file of a modelling program, often on somebody else's machine. Nothing is missing without
    /// it.
    ORIGIN "ARC028" "pack-origin" Info;
}
