import { parseAst } from 'vitest/node'

/** A table that a source file names in a query. */
export interface TableUse {
  table: string
  /** Whether the query changes rows of it. */
  writes: boolean
  line: number
}

const READS = new Set(['selectFrom', 'innerJoin', 'leftJoin', 'crossJoin', 'using'])
const WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom', 'createPreparedInsert'])

/** Every table that is named in a call of the query builder, or in the text of a raw query. */
export function findTables(path: string, code: string, tables: ReadonlySet<string>): TableUse[] {
  const found: TableUse[] = []
  const add = (table: string, writes: boolean, offset: number) => {
    if (!tables.has(table)) return
    found.push({ table, writes, line: code.slice(0, offset).split('\n').length })
  }
  walk(parseAst(code, { lang: 'ts', astType: 'ts' }, path), (node) => {
    if (node.type === 'CallExpression') {
      const name = calledName(node.callee)
      if (name === undefined || !(READS.has(name) || WRITES.has(name))) return
      for (const text of textsOf(node.arguments)) {
        add(text.split(' as ')[0] ?? text, WRITES.has(name), node.start)
      }
    }
    if (node.type === 'TemplateElement') {
      for (const [, verb = '', table = ''] of rawText(node).matchAll(IN_RAW_SQL)) {
        add(table, verb !== 'from' && verb !== 'join', node.start)
      }
    }
  })
  return found
}

const IN_RAW_SQL = /\b(from|join|insert into|update|delete from)\s+(\w+)/g

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

function calledName(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined
  const named = callee.type === 'MemberExpression' ? callee.property : callee
  return isNode(named) && typeof named.name === 'string' ? named.name : undefined
}

/** The first argument: a table, or a list of them. */
function textsOf(given: unknown): string[] {
  const [first] = Array.isArray(given) ? given : []
  if (!isNode(first)) return []
  if (first.type === 'ArrayExpression' && Array.isArray(first.elements)) {
    return first.elements.flatMap((element) => textsOf([element]))
  }
  return typeof first.value === 'string' ? [first.value] : []
}

function rawText(node: Node): string {
  const value = node.value as { raw?: string } | undefined
  return value?.raw ?? ''
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit)
  if (!isNode(node)) return
  visit(node)
  for (const value of Object.values(node)) {
    if (typeof value === 'object' && value !== null) walk(value, visit)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
