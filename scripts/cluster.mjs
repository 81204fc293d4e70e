import { ensureInstalled } from './setup/install.mjs'
import { toolOf } from './setup/paths.mjs'
import { run, runMain } from './setup/run.mjs'

// `npm run test:cluster -- 10`: the long form of the test of three servers, with ten rounds of trouble; one is the short form.
// AWAN_CLUSTER_SEED gives a run again.
await runMain(async () => {
  await ensureInstalled()
  const [rounds = '10'] = process.argv.slice(2)
  const { code } = await run(
    [...toolOf('vitest'), 'run', '--project=server', 'apps/server/tests/cluster'],
    { env: { AWAN_CLUSTER: rounds } },
  )
  return code
})
