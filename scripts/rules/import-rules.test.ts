import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findImports } from './find-imports.ts'
import { describeFolderCycle, findFolderCycles } from './folder-cycles.ts'
import { findCycles } from './import-cycles.ts'
import { describeViolation, judgeFacts, type OwnPackage } from './import-rules.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const packages = globSync('{packages,apps}/*/package.json', { cwd: ROOT }).map(readPackage)

/** Honest recursion: a tree is made of rows that hold trees. */
const recursions = [
  ['apps/web/src/drive/tree/TreeFolder.tsx', 'apps/web/src/drive/tree/TreeFolders.tsx'],
]

const tree = new Map(
  globSync('{packages,apps}/*/{src,tests}/**/*.{ts,tsx}', { cwd: ROOT })
    .concat(
      globSync('{e2e,bench}/**/*.ts', {
        cwd: ROOT,
        exclude: (path) => path.includes('node_modules'),
      }),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .map((file) => [file, findImports(file, readFileSync(ROOT + file, 'utf8'))]),
)

const imports = new Map([...tree].map(([file, facts]) => [file, facts.imports]))

test('every import in the repository follows the rules', () => {
  expect(tree.size).toBeGreaterThan(40)
  const violations = [...tree].flatMap(([file, facts]) => judgeFacts(file, facts, packages))
  expect(violations.map(describeViolation).join('\n'), 'imports against the rules').toBe('')
})

test('there are no import cycles of files except the listed recursive components', () => {
  expect(findCycles(imports), 'move what both need to a file of its own').toEqual(recursions)
})

test('there are no import cycles of folders', () => {
  const cycles = findFolderCycles(imports)
  expect(cycles.map(describeFolderCycle).join('\n'), 'folders in a cycle').toBe('')
})

test.each([
  ['packages/protocol/src/x.ts', "import '@awan/client'", 'protocol imports nothing of ours'],
  ['packages/protocol/src/x.ts', "import 'node:fs'", 'imports nothing of Node'],
  ['packages/client/src/x.ts', "import '../../../apps/web/src/main.tsx'", 'is left by its name'],
  ['packages/client/src/x.ts', "import { a } from '@awan/protocol/account'", '`import type`'],
  ['packages/client/src/x.ts', "export { a } from '@awan/protocol/drive'", '`import type`'],
  ['packages/client/src/x.ts', "import { z } from 'zod'", 'do not import zod'],
  ['packages/client/src/x.ts', "import '@awan/protocol/src/headers.ts'", 'package.json exports'],
  [
    'apps/server/src/kernel/x.ts',
    "import type { A } from '../db/database.ts'",
    'server/kernel imports nothing',
  ],
  ['apps/server/src/db/x.ts', "import { a } from '../http/route.ts'", 'not server/http'],
  ['apps/server/src/db/x.ts', "import { a } from '../config/config.ts'", 'not server/config'],
  ['apps/server/src/http/x.ts', "await import('../account/index.ts')", 'not server/account'],
  ['apps/server/src/account/x.ts', "let a: import('../drive/index.ts').Drive", 'not server/drive'],
  [
    'apps/server/src/account/x.ts',
    "import { a } from '../blobs/blob-store.ts'",
    'not server/blobs',
  ],
  ['apps/server/src/account/x.ts', "import { a } from '@awan/client'", 'not client'],
  [
    'apps/server/src/drive/a/x.ts',
    "import { a } from '../../account/tokens/tokens.ts'",
    'by account/index.ts',
  ],
  [
    'apps/server/src/drive/a/x.ts',
    "import { a } from '../b/b.store.ts'",
    'only from its own folder',
  ],
  ['apps/server/src/context.ts', "import { a } from './db/a.store.ts'", 'only from its own folder'],
  ['apps/server/src/joiner.ts', '', 'every folder has its arrows'],
  ['apps/web/src/drive/x.tsx', "import { a } from '../account/a.ts'", 'not web/account'],
  ['apps/web/src/account/x.tsx', "const a = <p>{import('../drive/a.ts')}</p>", 'not web/drive'],
  ['apps/web/src/ui/x.tsx', "import { a } from '@awan/client'", 'not client'],
  [
    'apps/web/src/drive/x.ts',
    "new Worker(new URL('../account/a.ts', import.meta.url))",
    'not web/account',
  ],
  ['apps/web/src/drive/x.ts', "await fetch('/drive/v1/files')", 'never by fetch'],
  ['apps/web/src/drive/x.ts', "await globalThis.fetch('/drive/v1/files')", 'never by fetch'],
  [
    'apps/server/src/account/a/x.ts',
    "await fetch('https://a.example')",
    'by kernel/outgoing alone',
  ],
  [
    'apps/server/src/notify/x.ts',
    "import { request } from 'node:https'",
    'by kernel/outgoing alone',
  ],
  ['e2e/x.ts', "import '../apps/server/src/main.ts'", 'is left by its name'],
])('in %s, %s breaks a rule', (file, code, rule) => {
  const violations = judgeFile(file, code)
  expect(violations).toHaveLength(1)
  expect(violations.map(describeViolation)[0]).toContain(rule)
})

test.each([
  ['packages/client/src/x.ts', "import type { A } from '@awan/protocol/account'"],
  ['packages/client/src/x.ts', "import { type A } from '@awan/protocol/drive'"],
  ['packages/client/src/x.ts', "import '@awan/protocol/errors/messages/ko'"],
  ['packages/client/src/runtime/node.ts', "import 'node:fs'"],
  ['packages/client/src/drive/upload-manager/node/x.ts', "import 'node:fs'"],
  ['apps/server/src/db/x.ts', "import type { A } from '../config/config.ts'"],
  ['apps/server/src/account/a/x.store.ts', "import type { A } from '../../db/database.ts'"],
  ['apps/server/src/account/a/x.ts', "import { a } from './x.store.ts'"],
  ['apps/server/src/account/a/x.test.ts', "import { a } from '@awan/client'"],
  ['apps/server/src/drive/a/x.ts', "import { a } from '../../account/index.ts'"],
  ['apps/server/src/main.ts', "import { a } from './drive/index.ts'; import 'fastify'"],
  ['bench/src/x.ts', "new URL('../../apps/server/src/main.ts', import.meta.url)"],
  ['apps/web/src/routes.tsx', "import './drive/a.tsx'; import './account/a.tsx'"],
  ['apps/web/src/drive/x.ts', "import { a } from '@awan/client'; api.fetch('x')"],
  ['apps/web/src/service-worker.ts', 'await fetch(request)'],
  ['apps/server/src/kernel/outgoing/x.ts', "import { request } from 'node:https'"],
  ['apps/server/src/account/a/x.ts', "import type { IncomingMessage } from 'node:http'"],
  ['apps/server/src/account/a/x.test.ts', "await fetch('http://localhost')"],
])('in %s, %s is allowed', (file, code) => {
  expect(judgeFile(file, code)).toEqual([])
})

test('a failure names file, line, import, rule and reason', () => {
  const [violation] = judgeFile(
    'apps/server/src/account/x.ts',
    "\nimport { a } from '../drive/index.ts'",
  )
  expect(violation && describeViolation(violation)).toBe(
    `apps/server/src/account/x.ts:2 imports ../drive/index.ts
    rule: server/account imports protocol, server/kernel, server/db, server/notify, server/http, types of server/config; not server/drive
    why:  an account works without a drive: it reaches one only by event, joined in context.ts`,
  )
})

function judgeFile(file: string, code: string) {
  return judgeFacts(file, findImports(file, code), packages)
}

function readPackage(path: string): OwnPackage {
  const { name, exports = {} } = JSON.parse(readFileSync(ROOT + path, 'utf8'))
  return { name, folder: path.replaceAll('\\', '/').replace('/package.json', ''), exports }
}
