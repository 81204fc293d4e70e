import { afterEach, expect, test, vi } from 'vitest'
import { createNodeRuntime } from './node.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function onNode(version: string): () => unknown {
  vi.stubGlobal('process', { versions: { node: version } })
  return () => createNodeRuntime()
}

test.each(['18.20.4', '20.20.2', '21.7.3'])(
  'on Node %s the runtime says which version it needs',
  (version) => {
    expect(onNode(version)).toThrow(
      `@awan/client needs Node 22 or later, and this is Node ${version}. Install a current version from https://nodejs.org.`,
    )
  },
)

test.each(['22.0.0', '24.21.0', '100.0.0'])('the runtime works on Node %s', (version) => {
  expect(onNode(version)).not.toThrow()
})
