// Write src/lib/api-types.ts from the OpenAPI document of the installed package.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

const here = dirname(fileURLToPath(import.meta.url))
const python = process.env.PYTHON ?? 'python3'
const program = `
import json, tempfile, pathlib
from prometheus_client import CollectorRegistry
from edokko.server.app.preparing import prepare
from edokko.server.settings import Settings
from edokko.server.app.application import litestar
with tempfile.TemporaryDirectory() as folder:
    services = prepare(Settings("sqlite+aiosqlite:///" + str(pathlib.Path(folder) / "t.sqlite")))
    print(json.dumps(litestar(services, CollectorRegistry()).openapi_schema.to_schema()))
`
const document = execFileSync(python, ['-c', program], { maxBuffer: 32e6, encoding: 'utf8' })
const head = '// Made by `npm run types` from the server’s OpenAPI. Not to be edited.\n'
const text = head + astToString(await openapiTS(JSON.parse(document), { defaultNonNullable: false }))
writeFileSync(join(here, '../src/lib/api-types.ts'), text)
