import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import lighthouse, { desktopConfig } from 'lighthouse'
import puppeteer from 'puppeteer-core'

// `node drive-page.js CHROMIUM WHAT JSON`: what the page of somebody's drive does in a real browser, as JSON.
// WHAT is `folder`, `uploads`, `first-visit` or `link`; each begins with a profile of its own, and whoever opens a link
// is signed in nowhere.
const [executablePath = '', what = '', told = '{}'] = process.argv.slice(2)
const { url, credentials, folderId, rows, uploads, link } = JSON.parse(told)
const CLIENT_ID = 'awan-web'
const FRAMES = 600
const STEP_PX = 400
/** A row that is there, and not its place. */
const ROW = '[role=row][data-row]:not([aria-busy])'

/** In the list of a link. */
const LINE = 'li[aria-posinset] a[href]'
const CPU_SLOWDOWN = 4

const parts = { folder: openFolder, uploads: sendFiles, 'first-visit': visitFirst, link: openLink }
process.stdout.write(JSON.stringify(await inNewBrowser(parts[what])))

async function inNewBrowser(work) {
  const browser = await puppeteer.launch({
    executablePath,
    defaultViewport: { width: 1280, height: 800 },
    protocolTimeout: 600_000,
    // Told of every request with all that it sends, we would take a fifth of the processor that is measured.
    networkEnabled: false,
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
    const page = await browser.newPage()
    if (credentials) await signIn(page)
    return await work(page, browser)
  } finally {
    await browser.close()
  }
}

/** As the page itself keeps whoever is signed in. */
async function signIn(page) {
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(
    (prefix, { sub, ...rest }) => {
      const expires_at = new Date(Date.now() + rest.expires_in * 500).toISOString()
      localStorage.setItem(`${prefix}@${sub}`, JSON.stringify({ ...rest, sub, expires_at }))
      localStorage.setItem('current_sub', sub)
    },
    `credentials_${CLIENT_ID}`,
    credentials,
  )
}

/** From the beginning of a navigation until something like this was painted. */
function watchFirst(page, selector) {
  return page.evaluateOnNewDocument((wanted) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return
      watch.disconnect()
      // Two frames: the one that has it has been painted when the next one begins.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          globalThis.firstPaintedMs = performance.now()
        }),
      )
    })
    watch.observe(document, { childList: true, subtree: true })
  }, selector)
}

async function firstPainted(page) {
  await page.waitForFunction(() => globalThis.firstPaintedMs !== undefined)
  return page.evaluate(() => globalThis.firstPaintedMs)
}

/** The page of a link, which a slow telephone opens for the first time. */
async function openLink(page) {
  await page.emulateCPUThrottling(CPU_SLOWDOWN)
  await watchFirst(page, LINE)
  await page.goto(link)
  const firstRowsMs = await firstPainted(page)
  const scriptBytes = await page.evaluate(scriptBytesOf)
  return { firstRowsMs, scriptBytes }
}

/** A folder with very many files: its first rows, what scrolling costs, and what it holds at its end. */
async function openFolder(page) {
  await watchFirst(page, ROW)
  await page.goto(`${url}/files/${folderId}`)
  const firstRowsMs = await firstPainted(page)
  const frames = await page.evaluate(scrollOn, FRAMES, STEP_PX)
  await page.evaluate(() => {
    const scroller = globalThis.findScroller()
    scroller.scrollTop = scroller.scrollHeight
  })
  await page.waitForSelector(`${ROW}[data-row="${rows - 1}"]`)
  const session = await page.createCDPSession()
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { JSHeapUsedSize, Nodes } = await page.metrics()
  return { firstRowsMs, frames, heapBytes: JSHeapUsedSize, nodes: Nodes }
}

/** Scrolls by so much at every frame and gives how long each took. */
async function scrollOn(count, stepPx) {
  globalThis.findScroller = () => {
    let element = document.querySelector('[role=row][data-row]')
    while (element && element.scrollHeight <= element.clientHeight + 1)
      element = element.parentElement
    if (!element) throw new Error('nothing scrolls')
    return element
  }
  const scroller = globalThis.findScroller()
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const frames = []
  let last = await frame()
  for (let at = 0; at < count; at++) {
    scroller.scrollTop += stepPx
    const now = await frame()
    frames.push(now - last)
    last = now
  }
  return frames
}

/**
 * Files chosen in the page, from when it hears of them until it says that all are there. Before that the browser
 * makes the files that it is told of by their paths, for seconds, which is none of the page's doing.
 */
async function sendFiles(page) {
  const names = (await readdir(uploads)).map((name) => join(uploads, name))
  await page.goto(`${url}/files`)
  const input = await page.waitForSelector('input[type=file]:not([webkitdirectory])')
  await input.evaluate(watchFromChoice)
  await input.uploadFile(...names)
  await page.waitForFunction(
    (done) => document.body.textContent.includes(done),
    { timeout: 600_000, polling: 50 },
    names.length === 1
      ? '1 file uploaded'
      : `${new Intl.NumberFormat('en-GB').format(names.length)} files uploaded`,
  )
  const told = await page.evaluate(() => ({
    ms: performance.now() - globalThis.watched.chosenAt,
    frames: globalThis.watched.frames,
    longTasks: globalThis.watched.longTasks,
  }))
  return { files: names.length, ...told }
}

/** Once files are chosen, how long each frame takes and each task that keeps the page from drawing. */
function watchFromChoice(input) {
  const watched = { chosenAt: undefined, frames: [], longTasks: [] }
  globalThis.watched = watched
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const ofPage = startTime + duration - Math.max(startTime, watched.chosenAt)
      if (ofPage > 0) watched.longTasks.push(ofPage)
    }
  })
  const begin = () => {
    watched.chosenAt = performance.now()
    observer.observe({ type: 'longtask' })
    let last = watched.chosenAt
    const frame = (now) => {
      watched.frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }
  input.addEventListener('change', begin, { capture: true, once: true })
}

/** All script that a browser fetches which was never here, and what Lighthouse thinks of the page. */
async function visitFirst(page, browser) {
  // What is told of changes stays open.
  await page.goto(`${url}/files`, { waitUntil: 'networkidle2' })
  await page.waitForSelector('h1')
  const scriptBytes = await page.evaluate(scriptBytesOf)
  const options = {
    port: Number(new URL(browser.wsEndpoint()).port),
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    logLevel: 'error',
    // Whoever is signed in stays so.
    disableStorageReset: true,
  }
  const { performance: speed, accessibility, 'best-practices': practices } = await judge(options)
  return {
    scriptBytes,
    performance: speed.score,
    accessibility: accessibility.score,
    bestPractices: practices.score,
  }
}

/** As it comes over the wire. */
function scriptBytesOf() {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}

/** Where its recording failed, Lighthouse asks to be run again. */
async function judge(options) {
  for (let tries = 1; ; tries++) {
    const { lhr } = await lighthouse(`${url}/files`, options, desktopConfig)
    if (!lhr.runtimeError) return lhr.categories
    if (tries === 3) throw new Error(lhr.runtimeError.message)
  }
}
