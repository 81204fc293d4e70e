import { ensureInstalled } from './setup/install.mjs'
import { toolOf } from './setup/paths.mjs'
import { run, runMain } from './setup/run.mjs'

// `npm run kills -- 200`: the long form of the kills of a busy server. AWAN_KILLS_SEED gives one again.
await runMain(async () => {
  await ensureInstalled()
  const [kills = '200'] = process.argv.slice(2)
  const { code } = await run(
    [...toolOf('vitest'), 'run', '--project=server', 'apps/server/tests/kills'],
    { env: { AWAN_KILLS: kills } },
  )
  return code
})
