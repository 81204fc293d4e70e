import lighthouse, { desktopConfig } from 'lighthouse'
import puppeteer from 'puppeteer-core'

// `node first-visit.js CHROMIUM URL REPEATS [with-lighthouse]`: what a browser that was never here loads and
// sees, as JSON; each visit with a profile of its own.
const CPU_SLOWDOWN = 4
const [executablePath = '', url = '', repeats = '1', withLighthouse] = process.argv.slice(2)

const visits = []
for (let round = 0; round < Number(repeats); round++) {
  const visit = await inNewBrowser((browser) => visitOnce(browser))
  if (withLighthouse) {
    visit.mobile = await inNewBrowser((browser) => scoresOf(browser))
    visit.desktop = await inNewBrowser((browser) => scoresOf(browser, desktopConfig))
  }
  visits.push(visit)
}
process.stdout.write(JSON.stringify(visits))

async function inNewBrowser(work) {
  const browser = await puppeteer.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--no-first-run',
      '--lang=en-GB',
    ],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

async function visitOnce(browser) {
  const page = await browser.newPage()
  await page.emulateCPUThrottling(CPU_SLOWDOWN)
  const origins = new Set()
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http')) origins.add(origin)
  })
  await page.goto(url, { waitUntil: 'networkidle0' })
  // A page without a field to type in, be it in a shadow, has failed, and its figures would mean nothing.
  await page.waitForSelector('>>> input', { visible: true })
  const { scriptBytes, largestPaintMs } = await page.evaluate(measureInPage)
  origins.delete(new URL(url).origin)
  return { scriptBytes, largestPaintMs, otherOrigins: origins.size }
}

async function measureInPage() {
  const largest = new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  return {
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    largestPaintMs: await largest,
  }
}

async function scoresOf(browser, config) {
  const options = {
    port: Number(new URL(browser.wsEndpoint()).port),
    onlyCategories: ['performance', 'accessibility'],
    logLevel: 'error',
  }
  const result = await lighthouse(url, options, config)
  const { runtimeError, categories } = result.lhr
  if (runtimeError) throw new Error(runtimeError.message)
  return {
    performance: categories.performance.score,
    accessibility: categories.accessibility.score,
  }
}
