import { ensureInstalled } from './setup/install.mjs'
import { toolOf } from './setup/paths.mjs'
import { run, runMain } from './setup/run.mjs'

// `npm run fuzz -- 50000`: the long form of the fuzzer. AWAN_FUZZ_SEED throws the same requests again.
await runMain(async () => {
  await ensureInstalled()
  const [requests = '50000'] = process.argv.slice(2)
  const { code } = await run(
    [...toolOf('vitest'), 'run', '--project=server', 'apps/server/tests/fuzz'],
    { env: { AWAN_FUZZ: requests } },
  )
  return code
})
