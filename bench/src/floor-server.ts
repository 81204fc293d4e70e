import { fastify } from 'fastify'

/** The least that a JSON answer costs on our HTTP stack: the floor under every rate. */
const app = fastify()
app.get('/', async () => ({ sub: 'nobody', name: 'Nobody', status: 'ACTIVE' }))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => app.close())
