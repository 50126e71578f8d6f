"""The folder that brings a table to any browser from any static host: ``edokko build-site``.

It has the page, the package with its engine for browsers, and Pyodide, as ``site.toml`` says. Names of files, or of
their folders, have a hash of the content.
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from edokko import __version__
from edokko.catalogue import languages
from edokko.native.libraries import PACKAGE, STAMP, hash_of, is_current
from edokko.server.web.headers import policy_of

HERE = Path(__file__).parent
PAGE = PACKAGE / "page"
ENGINE = PACKAGE / "native" / "built" / "engine.wasm"
OF_SERVERS = ("picture", "manifest.json", "sw.js*", "index.html*")
"""What the folder does not take over from the page."""
PAUSE = 0.7
"""Seconds before the move of a computer player."""
QUALITY = 11
"""Of the compression by Brotli, which takes half a minute."""
DATE = (1980, 1, 1, 0, 0, 0)
"""The date of files in an archive: equal content makes equal archives."""
TEXT = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest"})
"""The ends of the files that are compressed beside."""
_HEAD = re.compile(r'<(script|link)((?: [\w-]+(?:="[^"]*")?)+)\s*/?>(?:</script>)?')


class SiteError(Exception):
    """The folder cannot be built: the id of a message of the catalogue, and its variables."""

    def __init__(self, message: str, **arguments: str) -> None:
        super().__init__(message, arguments)
        self.message = message
        self.arguments = arguments


def build(target: Path, pyodide: Path | None = None) -> dict[str, int]:
    """Write the folder, whole or not at all.

    Args:
        target: a folder that is empty or missing.
        pyodide: a folder with Pyodide's files and the wheel of msgspec for it; else ``npm`` and ``pip`` load them.

    Returns:
        The bytes of its parts as a first visitor loads them: ``page``, ``pyodide``, ``package`` and ``later``.

    Raises:
        SiteError: there is no page, no engine for browsers, no Pyodide, or the folder is not empty.
        OSError: the folder cannot be written.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise SiteError("problem-site-target", folder=str(target))
    if not (PAGE / "index.html").is_file():
        raise SiteError("problem-site-page")
    if not is_current(ENGINE):
        raise SiteError("problem-site-engine")
    node = shutil.which("node")
    if node is None:
        raise SiteError("problem-site-node")
    import brotli

    wanted = tomllib.loads((HERE / "site.toml").read_text(encoding="utf-8"))
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".edokko-site-", dir=target.parent) as temporary:
        folder = Path(temporary) / "site"
        shutil.copytree(PAGE, folder, ignore=shutil.ignore_patterns(*OF_SERVERS))
        loaded = _from_folder(pyodide, wanted) if pyodide else _downloaded(Path(temporary), wanted)
        package = dict(_package(wanted["package"])) | _libraries(wanted["package"])
        package |= _unpacked(loaded.pop("msgspec.whl"))
        later = {f"edokko/{name}": package.pop(f"edokko/{name}") for name in wanted["package"]["later"]}
        library = _library(loaded["python_stdlib.zip"], wanted["library"])
        loaded["python_stdlib.zip"], content = _compiled(node, Path(temporary), loaded, library, package)
        # All packages are in the archive, so none is looked up.
        loaded["pyodide-lock.json"] = json.dumps(json.loads(loaded["pyodide-lock.json"]) | {"packages": {}}).encode()
        engine = _named(folder, "pyodide", b"".join(loaded.values()), "")
        engine.mkdir()
        for name, file in loaded.items():
            (engine / name).write_bytes(file)
        archives = [_archive(folder, "package", content), _archive(folder, "network", _zipped(later))]
        _write_page(folder, engine, archives)
        for path in [path for path in folder.rglob("*") if path.suffix in TEXT]:
            content = path.read_bytes()
            path.with_name(f"{path.name}.gz").write_bytes(_gzip(content))
            path.with_name(f"{path.name}.br").write_bytes(brotli.compress(content, quality=QUALITY))
        sizes = {
            "page": _transferred(path for path in folder.rglob("*") if path.is_file() and path.parent not in (engine,)),
            "pyodide": _transferred(engine.iterdir()),
            "package": archives[0].stat().st_size,
            "later": archives[1].stat().st_size,
        }
        sizes["page"] -= sizes["package"] + sizes["later"]
        if target.exists():
            target.rmdir()
        folder.rename(target)
        return sizes


def _downloaded(temporary: Path, wanted: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files of Pyodide from the registry of npm, and the wheel of msgspec from that of pip."""
    of_npm, of_pip = wanted["pyodide"], wanted["msgspec"]
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError("problem-site-npm")
    _run([npm, "pack", f"pyodide@{of_npm['version']}", "--silent", "--pack-destination", str(temporary)])
    [packed] = temporary.glob("pyodide-*.tgz")
    digest = b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != of_npm["integrity"]:
        raise SiteError("problem-site-hash", name=packed.name)
    with tarfile.open(packed) as archive:
        files = {name: archive.extractfile(f"package/{name}").read() for name in of_npm["files"]}  # type: ignore[union-attr]
    words = ["download", "--no-deps", "--only-binary=:all:", "--quiet", "--dest", str(temporary)]
    words += ["--platform", of_pip["platform"], "--python-version", of_pip["python"], f"msgspec=={of_pip['version']}"]
    _run([sys.executable, "-m", "pip", *words])
    return files | {"msgspec.whl": _wheel(temporary, of_pip)}


def _from_folder(folder: Path, wanted: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files of Pyodide and the wheel of msgspec from a folder that has both."""
    for name in wanted["pyodide"]["files"]:
        if not (folder / name).is_file():
            raise SiteError("problem-site-missing", folder=str(folder), name=name)
    files = {name: (folder / name).read_bytes() for name in wanted["pyodide"]["files"]}
    if hashlib.sha256(files["pyodide.asm.wasm"]).hexdigest() != wanted["pyodide"]["wasm"]:
        raise SiteError("problem-site-version", folder=str(folder), wanted=wanted["pyodide"]["version"])
    return files | {"msgspec.whl": _wheel(folder, wanted["msgspec"])}


def _wheel(folder: Path, wanted: Mapping[str, Any]) -> bytes:
    name = f"msgspec-{wanted['version']}-cp{wanted['python']}-cp{wanted['python']}-{wanted['platform']}.whl"
    if not (folder / name).is_file():
        raise SiteError("problem-site-missing", folder=str(folder), name=name)
    content = (folder / name).read_bytes()
    if hashlib.sha256(content).hexdigest() != wanted["sha256"]:
        raise SiteError("problem-site-hash", name=name)
    return content


def _run(command: list[str], problem: str = "problem-site-download") -> None:
    # In the caller's folder: settings of pip and npm may name files relative to it.
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip() or "?").splitlines()
        raise SiteError(problem, command=" ".join(command[:3]), reason=lines[-1])


def _compiled(node: str, temporary: Path, pyodide: dict[str, bytes], *archives: Mapping[str, bytes]) -> Iterator[bytes]:
    """Yield archives whose Python files are compiled, by Pyodide in Node.js: a browser would need seconds for it."""
    paths = [temporary / f"{number}.zip" for number in range(len(archives))]
    files = pyodide | dict(zip([path.name for path in paths], map(_zipped, archives), strict=True))
    for name, content in files.items():
        (temporary / name).write_bytes(content)
    _run([node, str(HERE / "compile.mjs"), str(temporary), *map(str, paths)], "problem-site-compile")
    yield from (path.read_bytes() for path in paths)


def _library(content: bytes, wanted: Mapping[str, list[str]]) -> dict[str, bytes]:
    """Return the files of Python's library without some modules and packages."""
    files = _unpacked(content)
    left_out = {name for name in files for one in wanted["without"] if name == one or name.startswith(f"{one}/")}
    return {name: files[name] for name in files.keys() - (left_out - {*wanted["but"]})}


def _package(wanted: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the package: its parts, and the engine, whose stamp names no files: it was checked here."""
    paths = set()
    for part in wanted["parts"]:
        path = PACKAGE / part
        paths |= {path} if path.is_file() else {one for one in path.rglob("*") if one.is_file()}
    for path in sorted(path for path in paths if "__pycache__" not in path.parts):
        content = path.read_bytes()
        if path.suffix == ".ftl":
            content = _messages(content.decode(), wanted["messages"]).encode()
        yield f"edokko/{path.relative_to(PACKAGE).as_posix()}", content
    before, stamp, rest = ENGINE.read_bytes().partition(STAMP)
    named, _, after = rest.partition(b"\0")
    engine = (before, stamp, hash_of([]).encode().ljust(len(named)), b"\0", after)
    yield "edokko/native/built/engine.so", b"".join(engine)


def _messages(text: str, beginning: str) -> str:
    """Return the messages of a catalogue whose ids begin so, and its terms."""
    found = re.split(r"^(?=-?[a-z][\w-]* =)", text, flags=re.MULTILINE)
    return "".join(one for one in found if one.startswith((beginning, "-")))


def _libraries(wanted: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the modules of installed distributions; of Babel's data what the languages of the page need."""
    found = {}
    for distribution in wanted["libraries"]:
        for path in metadata.files(distribution) or []:
            name = path.as_posix()
            is_data = "locale-data" in name and path.stem not in ("root", *languages())
            if (
                path.suffix in (".py", ".dat")
                and not is_data
                and not name.startswith(("..", "babel/messages", "pytz/zoneinfo"))
            ):
                found[name] = Path(str(path.locate())).read_bytes()
            if name in found and path.suffix == ".dat":
                data = pickle.loads(found[name])
                found[name] = pickle.dumps({key: data[key] for key in wanted["data"] if key in data})
    return found


def _unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def _zipped(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, DATE), files[name], zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def _archive(folder: Path, name: str, content: bytes) -> Path:
    path = _named(folder, name, content, ".zip")
    path.write_bytes(content)
    return path


def _named(folder: Path, name: str, content: bytes, suffix: str) -> Path:
    return folder / f"{name}-{hashlib.sha256(content).hexdigest()[:12]}{suffix}"


def _write_page(folder: Path, engine: Path, archives: list[Path]) -> None:
    """Write ``index.html``, ``404.html``, ``site.json`` and ``sw.js``."""
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    html = re.sub(r"<!--/?head-->", "", html).replace(
        "<head>", '<head>\n    <meta name="edokko-venue" content="browser" />', 1
    )
    parts = [(tag, dict(re.findall(r'([\w-]+)(?:="([^"]*)")?', names))) for tag, names in _HEAD.findall(html)]
    boot = (HERE / "boot.js").read_text(encoding="utf-8").replace("PARTS", json.dumps(parts))
    elsewhere = _HEAD.sub("", html).replace("</body>", f"<script>{boot}</script></body>", 1)
    (folder / "index.html").write_text(_with_policy(html), encoding="utf-8")
    (folder / "404.html").write_text(_with_policy(elsewhere), encoding="utf-8")
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    manifest |= {"id": "./", "start_url": "./", "scope": "./"}
    for icon in manifest["icons"]:
        icon["src"] = icon["src"].lstrip("/")
    (folder / "manifest.webmanifest").write_text(json.dumps(manifest), encoding="utf-8")
    own = [*engine.iterdir(), *archives]
    site = {
        "version": __version__,
        "pause": PAUSE,
        "pyodide": f"{engine.name}/",
        "archives": [archives[0].name],
        "later": [archives[1].name],
        "sizes": {path.relative_to(folder).as_posix(): path.stat().st_size for path in own},
        "download": _transferred([*engine.iterdir(), archives[0]]),
    }
    (folder / "site.json").write_text(json.dumps(site), encoding="utf-8")
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".gz", ".br"))
    whole = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
    names = json.dumps([path.relative_to(folder).as_posix() for path in files])
    worker = (HERE / "sw.js").read_text(encoding="utf-8").replace("%VERSION%", whole).replace("%FILES%", names)
    (folder / "sw.js").write_text(worker, encoding="utf-8")


def _with_policy(html: str) -> str:
    """Return a page with its content security policy. That of a server also says who may frame it; a page cannot."""
    policy = policy_of(html).replace("; frame-ancestors 'none'", "")
    meta = f'<meta http-equiv="content-security-policy" content="{policy}" />'
    return html.replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />\n    {meta}', 1)


def _transferred(paths: Any) -> int:
    """Return the bytes of files as gzip, as most hosts send them; archives and compressed files as they are."""
    return sum(
        len(_gzip(path.read_bytes())) if path.suffix in TEXT else path.stat().st_size
        for path in paths
        if path.suffix not in (".gz", ".br")
    )


def _gzip(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(content) + packer.flush()
