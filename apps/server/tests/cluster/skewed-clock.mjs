import { readFileSync } from 'node:fs'

/**
 * Loaded before a server: its clock is wrong by as many milliseconds as the file says, which is read again at SIGUSR2. Only what shows the
 * time of day is wrong; timers run as they do on a machine whose clock is.
 */
const file = process.env.AWAN_TEST_CLOCK_FILE ?? ''
const RealDate = Date
let skewMs = readSkew()
process.on('SIGUSR2', () => {
  skewMs = readSkew()
})

globalThis.Date = class extends RealDate {
  /** @param {ConstructorParameters<DateConstructor>} given */
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + skewMs] : given))
  }

  static now() {
    return RealDate.now() + skewMs
  }
}

function readSkew() {
  return Number(readFileSync(file, 'utf8'))
}
