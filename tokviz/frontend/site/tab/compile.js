/*
 * Compiles Python modules for the interpreter of a browser tab, in node, when the site is written: an archive of sources
 * comes in, and one of what Python loads goes out (bundle.py says how archives are written). A tab would need twice as long
 * to start, since it compiles slowly. No docstrings, assertions and columns: they are half of what would be sent.
 */

const { process, Buffer } = /** @type {any} */ (globalThis); // of node
const [, , folder, info] = process.argv;
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const pyodide = await loadPyodide({
  indexURL: folder,
  lockFileContents: { info: JSON.parse(info), packages: {} },
  env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" },
});
pyodide.FS.writeFile("/sources", Buffer.concat(chunks));
// A tab never looks whether a source is newer: there is none.
pyodide.runPython(`
import json
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

sent = Path("/sources").read_bytes()
start = 4 + int.from_bytes(sent[:4], "little")
index, contents = [], []
for name, size in json.loads(sent[4:start]):
    code = compile(sent[start:start + size], name, "exec", dont_inherit=True, optimize=2)
    start += size
    contents.append(bytes(_code_to_hash_pyc(code, bytes(8), False)))
    index.append([f"{name}c", len(contents[-1])])
text = json.dumps(index).encode()
Path("/compiled").write_bytes(len(text).to_bytes(4, "little") + text + b"".join(contents))
`);
process.stdout.write(pyodide.FS.readFile("/compiled"));

export {};
