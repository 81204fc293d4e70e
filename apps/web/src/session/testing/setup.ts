import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// React then warns of every change that a test does not wait for.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
// What every browser has and happy-dom does not: here it fails the run.
globalThis.reportError ??= (error) =>
  queueMicrotask(() => {
    throw error
  })
// A busy machine is given as long as it needs.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
})
