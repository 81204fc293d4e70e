import { writeFile } from 'node:fs/promises'

/** Writes down what Vitest's report leaves out: errors that belong to no test. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by it.
export default class UnhandledReporter {
  /**
   * @param {unknown} _modules
   * @param {readonly { message: string, stack?: string }[]} errors
   */
  async onTestRunEnd(_modules, errors) {
    const path = process.env.AWAN_UNHANDLED_REPORT
    if (path === undefined) throw new Error('AWAN_UNHANDLED_REPORT says where to write')
    await writeFile(path, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)))
  }
}
