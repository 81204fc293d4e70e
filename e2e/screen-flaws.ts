import type { Page } from '@playwright/test'

/**
 * What a person would stumble over on the screen as it stands: a key instead of a text, two titles, a page
 * that scrolls sideways, words that are cut off or reach out of their box, letters too small to read.
 */
export async function findFlaws(page: Page): Promise<string[]> {
  let flaws = await look(page)
  // A list of tiles is laid out again a frame after the window has changed: what stays is a flaw.
  for (let looks = 1; looks < MAX_LOOKS && flaws.length > 0; looks++) flaws = await look(page)
  return flaws
}

const MAX_LOOKS = 20

function look(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const flaws = new Set<string>()
    const KEY = /^[a-z][a-zA-Z]*(\.[a-zA-Z]+)+$/
    const SPOKEN = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title']
    const BOXED =
      'button, a, label, legend, summary, th, h1, h2, h3, h4, [role^=menuitem], [role=tab]'
    const MIN_PX = 12

    const wordsOf = (element: Element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
        .join(' ')
        .trim()
    const tell = (flaw: string, element: Element) => {
      const words = (element.textContent ?? '').trim().slice(0, 60)
      flaws.add(`${flaw}: <${element.tagName.toLowerCase()}> "${words}"`)
    }
    const isTiny = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width <= 1 || height <= 1
    }
    /** For screen readers alone, or not shown at all. */
    const isUnseen = (element: Element) => {
      if (isTiny(element) || !element.checkVisibility({ visibilityProperty: true })) return true
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        if (isTiny(at) && getComputedStyle(at).overflow === 'hidden') return true
      }
      return false
    }
    /** What people and programs call their things may look like a key. */
    const isTranslated = (element: Element) => (element as HTMLElement).translate !== false
    const scrollsSideways = (element: Element): boolean => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true
      }
      return false
    }

    const page = document.documentElement
    if (page.scrollWidth > page.clientWidth) {
      flaws.add(`the page is ${page.scrollWidth} px wide, the window ${page.clientWidth}`)
    }
    const titles = [...document.querySelectorAll('h1')].filter((title) => !isUnseen(title))
    if (titles.length > 1) flaws.add(`${titles.length} titles`)
    if (KEY.test(document.title)) flaws.add(`a key for a title: ${document.title}`)

    for (const element of document.body.querySelectorAll('*')) {
      for (const name of SPOKEN) {
        const said = element.getAttribute(name)?.trim() ?? ''
        if (KEY.test(said) && isTranslated(element))
          tell(`a key for a text: ${name}=${said}`, element)
      }
      const words = wordsOf(element)
      if (KEY.test(words) && isTranslated(element)) tell('a key for a text', element)
      const isBox = element.matches(BOXED)
      if ((words === '' && !isBox) || element.closest('svg') !== null || isUnseen(element)) continue

      const style = getComputedStyle(element)
      if (words !== '' && Number.parseFloat(style.fontSize) < MIN_PX) {
        tell(`letters of ${style.fontSize}`, element)
      }
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      // What is inline has no box of its own.
      const hasBox = clientWidth > 0
      if (hasBox && scrollWidth > clientWidth + 1 && (isBox || hides(style.overflowX))) {
        tell(`${scrollWidth} px of words in ${clientWidth}`, element)
      }
      if (hasBox && scrollHeight > clientHeight + 2 && hides(style.overflowY)) {
        tell(`${scrollHeight} px of lines in ${clientHeight}`, element)
      }
      const { left, right } = element.getBoundingClientRect()
      if ((left < -1 || right > innerWidth + 1) && !scrollsSideways(element)) {
        tell('words outside the window', element)
      }
    }
    return [...flaws]
  })
}
