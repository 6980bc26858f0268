"""Packs the add-on with wheels into a zip that Blender installs: ``python3 blender/pack.py WHEEL... [-o FILE]``."""

from __future__ import annotations

import argparse
import pathlib
import re
import sys
import zipfile

ADDON = pathlib.Path(__file__).resolve().parent / "addon"


def pack(wheels: list[pathlib.Path], target: pathlib.Path) -> None:
    """Writes the zip; the manifest in it names the wheels."""
    names = ", ".join(f'"./wheels/{wheel.name}"' for wheel in wheels)
    manifest = (ADDON / "blender_manifest.toml").read_text(encoding="utf-8")
    manifest, count = re.subn(r"^wheels = \[\]$", f"wheels = [{names}]", manifest, flags=re.MULTILINE)
    if count != 1:
        raise SystemExit("pack.py: the manifest has no empty list of wheels")
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("blender_manifest.toml", manifest)
        for path in sorted(ADDON.glob("*.py")):
            packed.write(path, path.name)
        for wheel in wheels:
            packed.write(wheel, f"wheels/{wheel.name}", zipfile.ZIP_STORED)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("wheels", nargs="+", type=pathlib.Path)
    words.add_argument("-o", "--output", type=pathlib.Path, default=ADDON.parents[1] / "target/portolan-blender.zip")
    given = words.parse_args()
    missing = [str(wheel) for wheel in given.wheels if wheel.suffix != ".whl" or not wheel.is_file()]
    if missing:
        print(f"pack.py: no wheel: {', '.join(missing)}", file=sys.stderr)
        return 2
    pack(given.wheels, given.output)
    print(f"wrote {given.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
