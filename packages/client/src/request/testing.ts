import { createMemoryRuntime, type MemoryRuntimeOptions } from '../runtime/memory.ts'
import { createTransport, type TransportOptions } from './transport.ts'

/** A transport in a runtime of its own, for tests of requests alone. */
export function openTransport(
  origins: readonly string[],
  options: Partial<TransportOptions> & { platform?: MemoryRuntimeOptions } = {},
) {
  const { platform, ...overrides } = options
  const runtime = createMemoryRuntime(platform)
  const transport = createTransport({
    runtime,
    origins,
    clientId: 'awan-test',
    deviceId: () => 'd'.repeat(32),
    locale: () => 'ko',
    ...overrides,
  })
  return { runtime, transport }
}
