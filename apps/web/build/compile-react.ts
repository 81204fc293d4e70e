import react from '@vitejs/plugin-react'
import type { Plugin, PluginOption } from 'vite'

/**
 * React Compiler for some files alone. The React plugin has one filter for all that it does, and would take fast
 * refresh from the other files; so only its compiling part is used here, beside the whole plugin.
 */
export function compileReact(include: RegExp): Plugin {
  const parts: PluginOption[] = react({ compiler: true, include })
  const compiler = parts.find(isCompiler)
  if (compiler === undefined) throw new Error('The React plugin has no compiler any more.')
  return compiler
}

function isCompiler(part: PluginOption): part is Plugin {
  return part instanceof Object && 'name' in part && part.name === 'vite:react-compiler'
}
