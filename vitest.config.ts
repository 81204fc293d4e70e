import { defineConfig } from 'vitest/config'

/** No test measures time: a busy machine is given as long as it needs. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', root: 'scripts/rules', include: ['**/*.test.ts'], ...patience } },
      { test: { name: 'scripts', root: 'scripts/setup', include: ['**/*.test.ts'], ...patience } },
      {
        test: {
          name: 'protocol',
          root: 'packages/protocol',
          include: ['src/**/*.test.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'client',
          root: 'packages/client',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          ...patience,
        },
      },
      { test: { name: 'docs', root: 'docs', include: ['**/*.test.ts'], ...patience } },
      { test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'], ...patience } },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          globalSetup: ['tests/services/postgres.ts', 'tests/services/s3.ts'],
          ...patience,
        },
      },
    ],
  },
})
