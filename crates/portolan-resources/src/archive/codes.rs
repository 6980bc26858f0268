//! Codes of archives.

portolan_syntax::codes! {
    /// Codes of archives.
    CODES:

    /// Finds `.zae` archives without a `manifest.xml`.
    ///
    /// The manifest names the main document. Without it readers have to guess: they use the only document of the
    /// archive, or the first by name.
    NO_MANIFEST "ARC001" "no-manifest" Error spec "2-4";

    /// Finds manifests whose `<dae_root>` is missing or empty.
    ///
    /// Its text must be the relative URI of the main document.
    NO_ROOT "ARC002" "no-root-named" Error spec "2-4";

    /// Finds manifests with several `<dae_root>`.
    ///
    /// The first one that refers to a document is used.
    SEVERAL_ROOTS "ARC003" "several-roots" Error spec "2-4";

    /// Finds manifests whose `<dae_root>` is not a relative URI.
    ///
    /// The main document must be in the archive, and is named from the root of the archive.
    ROOT_NOT_RELATIVE "ARC004" "root-not-relative" Error spec "2-4";

    /// Finds manifests whose `<dae_root>` names a document that is not in the archive.
    ///
    /// Readers cannot open such an archive. Here the only document, or the first by name, is used. Correct the name in
    /// the manifest.
    ROOT_MISSING "ARC005" "root-missing" Error spec "2-4";

    /// Finds manifests that name their document in a way that strict readers do not follow: another case, backslashes.
    ///
    /// Names in an archive are case-sensitive and separated by slashes. Here the document is found; correct the name so
    /// that others find it too.
    ROOT_SPELLING "ARC006" "root-spelling" Warning spec "2-4";

    /// Finds manifests with a fragment that is not an id in the main document.
    ///
    /// The fragment names the element to start from. Without one the `<scene>` is loaded.
    ROOT_FRAGMENT "ARC007" "root-fragment" Error spec "2-4";

    /// Finds members whose names point outside the archive: with `..`, absolute, or with a drive letter.
    ///
    /// They are not read, and unpacking them would write outside of the folder.
    UNSAFE_NAME "ARC008" "unsafe-member-name" Error spec "ZIP (PKWARE APPNOTE 6.3), section 4.4.17";

    /// Finds archives with several members of one name.
    ///
    /// The last one is used; other programs may use another.
    DUPLICATE_NAME "ARC009" "duplicate-member" Warning spec "ZIP (PKWARE APPNOTE 6.3), section 4.3.12";

    /// Finds members whose names differ in capital letters only.
    ///
    /// On file systems that do not distinguish them one overwrites the other.
    CASE_NAME "ARC010" "member-case" Warning spec "ZIP (PKWARE APPNOTE 6.3), section 4.4.17";

    /// Finds members whose names are not in UTF-8.
    ///
    /// They are read in the code page of the first zip programs (437), which may be wrong.
    NAME_ENCODING "ARC011" "member-name-encoding" Warning spec "ZIP (PKWARE APPNOTE 6.3), section 4.4.4";

    /// Finds encrypted members.
    ///
    /// There is no way to give a password; pack the files without one.
    ENCRYPTED "ARC012" "encrypted-member" Error spec "ZIP (PKWARE APPNOTE 6.3), section 4.4.4";

    /// Finds archives in the archive that are not opened: `rar`, `7z`.
    ///
    /// The specification permits `rar` archives in a `.zae`; here only zip is opened. Pack their content as zip.
    OTHER_ARCHIVE "ARC013" "nested-archive-not-opened" Warning spec "2-4";

    /// Finds `.kmz` archives whose KML does not refer to a model in the archive.
    ///
    /// The first document is used, preferably one in `models/`.
    NO_MODEL "ARC014" "no-model" Warning;

    /// Finds plain documents that have the extension of an archive.
    ///
    /// They are read as what they are. Rename the file.
    NOT_AN_ARCHIVE "ARC015" "not-an-archive" Warning spec "2-4";

    /// Finds archives without a start element: no fragment in the manifest, no `<scene>` in the main document.
    ///
    /// What a reader does then is not defined. The document is loaded, and no scene is shown.
    NO_START "ARC016" "no-start" Warning spec "2-4";

    /// Finds members that are symbolic links.
    ///
    /// They are ignored, because their target may be anywhere. Pack the files themselves.
    LINK "ARC017" "symbolic-link" Warning spec "ZIP (PKWARE APPNOTE 6.3), section 4.4.15";
}
