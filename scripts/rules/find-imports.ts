import { parseAst } from 'vitest/node'

/** One import as it stands in a source file, whatever its form. */
export interface Import {
  specifier: string
  /**
   * `type` is erased before the code runs and ties types together, nothing else; `file` is named by
   * its address, to be run beside us.
   */
  kind: 'value' | 'type' | 'file'
  line: number
}

export interface SourceFacts {
  imports: Import[]
  /** Lines that call the platform's `fetch` directly. */
  fetchLines: number[]
}

/**
 * Finds static, re-exported, dynamic and type imports, and files named by
 * `new URL('./x.ts', import.meta.url)`, which is how workers are imported.
 */
export function findImports(path: string, code: string): SourceFacts {
  const facts: SourceFacts = { imports: [], fetchLines: [] }
  const lineAt = (offset: number) => code.slice(0, offset).split('\n').length
  const lang = path.endsWith('x') ? 'tsx' : 'ts'
  walk(parseAst(code, { lang, astType: 'ts' }, path), (node) => {
    const found = toImport(node)
    if (found) facts.imports.push({ ...found, line: lineAt(node.start) })
    if (isFetchCall(node)) facts.fetchLines.push(lineAt(node.start))
  })
  return facts
}

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

function toImport(node: Node): Omit<Import, 'line'> | undefined {
  const specifier = literalOf(node.source)
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return specifier === undefined
        ? undefined
        : { specifier, kind: isTypeOnly(node) ? 'type' : 'value' }
    case 'TSImportType':
      return specifier === undefined ? undefined : { specifier, kind: 'type' }
    case 'ImportExpression':
      return specifier === undefined ? undefined : { specifier, kind: 'value' }
    case 'NewExpression': {
      const [first, second] = Array.isArray(node.arguments) ? node.arguments : []
      const file = isNamed(node.callee, 'URL') && isNode(second) ? literalOf(first) : undefined
      return file && /^\.{1,2}\/.*\.tsx?$/.test(file)
        ? { specifier: file, kind: 'file' }
        : undefined
    }
    default:
      return undefined
  }
}

/** `import type {}`, or one where each name says `type`: nothing of it is left at run time. */
function isTypeOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  const names = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : []
  return (
    names.length > 0 &&
    names.every((name) => name.importKind === 'type' || name.exportKind === 'type')
  )
}

function isFetchCall(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  if (isNamed(callee, 'fetch')) return true
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNamed(callee.property, 'fetch')) {
    return false
  }
  return ['window', 'globalThis', 'self'].some((global) => isNamed(callee.object, global))
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node.type === 'Identifier' && node.name === name
}

function literalOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, visit)
  } else if (isNode(value)) {
    visit(value)
    for (const each of Object.values(value)) walk(each, visit)
  }
}
