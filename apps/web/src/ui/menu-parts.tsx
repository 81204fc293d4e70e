import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ComponentProps, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { type ChoicesProps, toChosen } from './choices.ts'
import { classNames } from './class-names.ts'

export const menuPanel =
  'z-50 min-w-52 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-raised p-1.5 text-text shadow-float animate-pop ' +
  'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto origin-(--radix-dropdown-menu-content-transform-origin)'
const row =
  'flex min-h-9 items-center gap-3 rounded-sm px-2.5 text-base outline-none select-none ' +
  'data-highlighted:bg-sunken data-disabled:opacity-50 pointer-coarse:min-h-11'

export interface MenuProps {
  trigger: ReactElement<ComponentProps<'button'>>
  children: ReactNode
  align?: 'start' | 'end' | 'center'
  side?: 'top' | 'bottom'
  matchTrigger?: boolean
  /** After the focus is back at the button: a dialog that opens now leads back there too. */
  onClosed?: () => void
}

/**
 * A menu that opens from a button, as soon as it is here: `asked` is what a person did at the button that
 * stood in its place. Not modal: the page keeps its scroll and needs no injected style.
 */
export function MenuFrame({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  matchTrigger = false,
  onClosed,
  asked,
}: MenuProps & { asked: MenuAsked }) {
  const button = useRef<HTMLButtonElement>(null)
  const again = useRef<MenuAsked>(asked)
  useEffect(() => {
    const { hadFocus, event } = again.current ?? {}
    again.current = undefined
    if (hadFocus) button.current?.focus({ preventScroll: true })
    if (event) button.current?.dispatchEvent(event)
  }, [])
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      {/* In place, not at the end of the page: it belongs to the landmark that its button is in. */}
      <DropdownMenu.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        // Radix brings the focus back after this was called.
        onCloseAutoFocus={onClosed && (() => queueMicrotask(onClosed))}
        className={classNames(menuPanel, matchTrigger && 'w-(--radix-dropdown-menu-trigger-width)')}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

export type MenuAsked = { hadFocus: boolean; event: Event } | undefined

export function MenuItem({
  icon: Icon,
  shortcut,
  isDanger = false,
  children,
  ...rest
}: ComponentProps<typeof DropdownMenu.Item> & {
  icon?: LucideIcon
  /** As it is called on this device; shown, while `aria-keyshortcuts` says it. */
  shortcut?: string | undefined
  isDanger?: boolean | undefined
}) {
  return (
    <DropdownMenu.Item {...rest} className={classNames(row, isDanger && 'text-danger')}>
      {Icon ? (
        <Icon
          aria-hidden="true"
          className={classNames('size-4.5', !isDanger && 'text-muted')}
          strokeWidth={1.75}
        />
      ) : null}
      <span className="flex-1">{children}</span>
      {shortcut === undefined ? null : (
        <span aria-hidden="true" className="ps-4 text-sm text-muted pointer-coarse:hidden">
          {shortcut}
        </span>
      )}
    </DropdownMenu.Item>
  )
}

/** One of several. */
export function MenuChoices<Value extends string>({
  label,
  value,
  choices,
  onChoose,
  closesMenu = false,
}: ChoicesProps<Value>) {
  return (
    <DropdownMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={toChosen({ choices, onChoose })}
    >
      <div className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted" aria-hidden="true">
        {label}
      </div>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice.value}
          value={choice.value}
          lang={choice.lang}
          className={row}
          onSelect={(event) => {
            if (!closesMenu) event.preventDefault()
          }}
        >
          <span className="flex-1">{choice.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden="true" className="size-4 text-accent" strokeWidth={2} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export function MenuLine() {
  return <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line" />
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 py-2">{children}</DropdownMenu.Label>
}
