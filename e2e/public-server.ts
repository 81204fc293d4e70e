import { startServerWithAddress } from './server-with-address.ts'
import { test as base } from './story.ts'

/** Stories in which the server sends people to its own pages: it must know its own address. */
export const test = base.extend({
  server: async ({ settings }, use) => {
    await using server = await startServerWithAddress(() => settings)
    await use(server)
  },
})
