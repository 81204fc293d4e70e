/** What a declaration takes from elsewhere; of `export *` and `import *`, no names are known. */
export interface DeclarationImport {
  specifier: string
  names: string[]
}

// The compiler writes declarations in one way only, so that patterns are enough to read them: statements
// begin a line, which what examples in comments import does not, and types are imported with ".
const CLAUSE = /^(?:import|export) (?:type )?(?:\{([^}]*)\}|\*[^'"]*) from ['"]([^'"]+)['"]/gm
const INLINE = /\bimport\("([^"]+)"\)\.(\w+)/g
const SPECIFIER = /(^(?:import|export) [^'";]* from ['"]|\bimport\(")([^'"]+)(?=['"])/gm

/** Imports of Node's own modules are left out: they stay as they are. */
export function importsOf(text: string): DeclarationImport[] {
  const clauses = [...text.matchAll(CLAUSE)].map(([, list = '', specifier = '']) => ({
    specifier,
    // `Original as Local`, each with a `type` before it or not.
    names: list.split(',').flatMap((entry) => /(?:type )?(\w+)/.exec(entry.trim())?.[1] ?? []),
  }))
  const inline = [...text.matchAll(INLINE)].map(([, specifier = '', name = '']) => ({
    specifier,
    names: [name],
  }))
  return [...clauses, ...inline].filter(({ specifier }) => !isNodes(specifier))
}

export function redirectImports(text: string, redirect: (specifier: string) => string): string {
  return text.replace(SPECIFIER, (whole, before: string, specifier: string) =>
    isNodes(specifier) ? whole : before + redirect(specifier),
  )
}

function isNodes(specifier: string): boolean {
  return specifier.startsWith('node:')
}
