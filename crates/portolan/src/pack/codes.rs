//! What is told when archives are packed and unpacked.

portolan_syntax::codes! {
    /// Codes of packing and unpacking.
    CODES:

    /// Reports referenced files that are missing.
    ///
    /// The reference is kept and cannot be resolved in the archive. Put the file where the reference points to and pack
    /// again.
    MISSING "ARC018" "pack-missing" Warning spec "2-4";

    /// Reports files that are not packed because they are outside the folder of the document.
    ///
    /// A document must not put arbitrary files into an archive that is given to others. `--allow FOLDER` permits a
    /// folder; its files are then packed below `external/`.
    OUTSIDE "ARC019" "pack-outside" Warning spec "2-4";

    /// Reports references to remote files, which are kept unchanged.
    ///
    /// An archive may refer to the outside by absolute URIs. Whoever opens it needs the network.
    REMOTE "ARC020" "pack-remote" Warning spec "2-4";

    /// Reports references that were rewritten to refer to a member of the archive.
    ///
    /// Nothing has to be done: in the archive, references name its members.
    REWRITTEN "ARC021" "pack-rewritten" Info spec "2-4";

    /// Reports files that have another name in the archive than they had.
    ///
    /// Some systems do not allow the name, or do not distinguish it from another one. References to it were rewritten.
    RENAMED "ARC022" "pack-renamed" Info;

    /// Reports references in nested archives that point outside of them.
    ///
    /// Archives are packed as they are, so that nothing in them was changed; relative references cannot leave them.
    NESTED "ARC023" "pack-nested" Warning spec "2-4";

    /// Reports documents whose `xml:base` was removed.
    ///
    /// It says what references are relative to. In the archive they name the members themselves.
    BASE "ARC024" "pack-base" Info;

    /// Reports files of a folder or an archive that could not be read and are not packed.
    ///
    /// The archive is complete without them only if no document needs them. Check the permissions of the files and pack
    /// again.
    LEFT_OUT "ARC025" "pack-left-out" Warning;

    /// Reports members that are unpacked under another name.
    ///
    /// Some systems do not allow the name, or do not distinguish it from another one. References to it are unchanged.
    UNPACKED_NAME "ARC026" "unpack-renamed" Warning;

    /// Reports members that could not be unpacked: damaged, encrypted, or compressed in a way that is not known.
    ///
    /// The other members are unpacked. Get a sound copy of the archive.
    NOT_UNPACKED "ARC027" "unpack-unreadable" Error;

    /// Reports source files of documents, which are not packed.
    ///
    /// `source_data` names the file of a modelling program, often on somebody else's machine. It is not needed.
    ORIGIN "ARC028" "pack-origin" Info;
}
