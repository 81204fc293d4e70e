import FileSystemAdapter from '@nephele/adapter-file-system'
import NoneAuthenticator from '@nephele/authenticator-none'
import express from 'express'
import nephele from 'nephele'

// nephele on a folder, open to whoever asks: nothing is spent on who it is.
const [root = ''] = process.argv.slice(2)
const app = express()
app.use(
  '/',
  nephele({ adapter: new FileSystemAdapter({ root }), authenticator: new NoneAuthenticator() }),
)
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
)
process.once('SIGTERM', () => process.exit())
