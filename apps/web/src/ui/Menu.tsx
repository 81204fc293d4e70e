import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  useState,
} from 'react'
import type { ChoicesProps } from './choices.ts'
import type * as parts from './menu-parts.tsx'
import { menuParts } from './menus.ts'
import { usePart } from './use-part.ts'

/**
 * A menu that opens from a button. Until somebody asks for the first one there are only buttons; what was
 * done at the button is then done again at the one of the menu.
 */
export function Menu(props: parts.MenuProps) {
  const [asked, setAsked] = useState<parts.MenuAsked>()
  const Frame = usePart(menuParts, {
    isWanted: asked !== undefined,
    onMissing: () => setAsked(undefined),
  })
  if (asked && Frame) return <Frame {...props} asked={asked} />

  function ask(event: KeyboardEvent | PointerEvent, again: Event) {
    event.preventDefault()
    setAsked({ hadFocus: event.currentTarget === document.activeElement, event: again })
  }
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onPointerDown(event) {
      if (event.button !== 0 || event.ctrlKey) return
      const { button, pointerType } = event
      ask(event, new PointerEvent('pointerdown', { ...HEARD, button, pointerType }))
    },
    onKeyDown(event) {
      const { key } = event
      if (key !== 'Enter' && key !== ' ' && key !== 'ArrowDown') return
      ask(event, new KeyboardEvent('keydown', { ...HEARD, key }))
    },
  })
}

const HEARD = { bubbles: true, cancelable: true }

/** Who comes near may open it. Should it fail, opening it tries again and says so. */
function prepare(): void {
  menuParts.load().catch(() => undefined)
}

export function MenuItem(props: ComponentProps<typeof parts.MenuItem>) {
  const { MenuItem } = menuParts.inside()
  return <MenuItem {...props} />
}

/** One of several. */
export function MenuChoices<Value extends string>(props: ChoicesProps<Value>) {
  const { MenuChoices } = menuParts.inside()
  return <MenuChoices {...props} />
}

export function MenuLine() {
  const { MenuLine } = menuParts.inside()
  return <MenuLine />
}

export function MenuHeading(props: ComponentProps<typeof parts.MenuHeading>) {
  const { MenuHeading } = menuParts.inside()
  return <MenuHeading {...props} />
}
