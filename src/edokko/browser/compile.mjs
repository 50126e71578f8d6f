// Compiles the Python files of archives with the Python that will run them: edokko.browser.building calls it in Node.js.
// usage: node compile.mjs FOLDER ARCHIVE ..., where FOLDER has Pyodide
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder, ...archives] = process.argv;
const { loadPyodide } = await import(
  pathToFileURL(join(folder, "pyodide.mjs")).href
);
// Without the columns of each instruction, a fifth of the bytes, which only tracebacks would show.
const python = await loadPyodide({
  indexURL: folder,
  env: { PYTHONNODEBUGRANGES: "1" },
});
python.runPython(`
import zipfile
from py_compile import PycInvalidationMode, compile

def compiled(name):
    with zipfile.ZipFile(name) as before, zipfile.ZipFile('/after.zip', 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as after:
        for file in before.infolist():
            content = before.read(file)
            if file.filename.endswith('.py'):
                open('/module.py', 'wb').write(content)
                # Without docstrings and assertions. Nothing checks a hash: there is no source to compare it with.
                compile('/module.py', '/module.pyc', file.filename, True, 2, PycInvalidationMode.UNCHECKED_HASH)
                file.filename += 'c'
                content = open('/module.pyc', 'rb').read()
            after.writestr(zipfile.ZipInfo(file.filename, file.date_time), content, zipfile.ZIP_DEFLATED)
`);
for (const archive of archives) {
  python.FS.writeFile("/before.zip", readFileSync(archive));
  python.globals.get("compiled")("/before.zip");
  writeFileSync(archive, python.FS.readFile("/after.zip"));
}
