import { defineConfig } from 'vitest/config'
import { compileTexts } from './apps/web/build/compile-texts.ts'
import { LongFirst } from './scripts/setup/long-first.ts'
import { keptCode } from './scripts/setup/server-command.mjs'

// Every process and thread that a test starts compiles the same files.
process.env.NODE_COMPILE_CACHE ??= keptCode.NODE_COMPILE_CACHE

const shared = {
  // No test measures time: a busy machine is given as long as it needs.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  // Files share what they import: to read the server again for each takes longer than most need to
  // test it. No module keeps a state of its own, and what a test replaces it puts back.
  isolate: false,
}

export default defineConfig({
  test: {
    // By default one core is left free, which of two is half.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    projects: [
      { test: { name: 'rules', root: 'scripts/rules', include: ['**/*.test.ts'], ...shared } },
      { test: { name: 'scripts', root: 'scripts/setup', include: ['**/*.test.ts'], ...shared } },
      {
        test: {
          name: 'protocol',
          root: 'packages/protocol',
          include: ['src/**/*.test.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'client',
          root: 'packages/client',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          ...shared,
        },
      },
      { test: { name: 'docs', root: 'docs', include: ['**/*.test.ts'], ...shared } },
      { test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'], ...shared } },
      {
        plugins: [compileTexts()],
        test: {
          name: 'components',
          root: 'apps/web',
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['src/session/testing/setup.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          // It takes minutes, and has a command of its own: npm run test:cluster.
          exclude: process.env.AWAN_CLUSTER === undefined ? ['tests/cluster/**'] : [],
          globalSetup: [
            'tests/services/programs.ts',
            'tests/services/postgres.ts',
            'tests/services/s3.ts',
          ],
          ...shared,
        },
      },
    ],
  },
})
