import { useRouter, useSearch } from '@tanstack/react-router'
import { toReturnPath } from '../../session/return-path.ts'
import { SignInScreen } from './SignInScreen.tsx'

export function SignInRoute() {
  const { from, add } = useSearch({ from: '/signin' })
  const router = useRouter()
  return (
    <SignInScreen
      from={from}
      isAdding={add === true}
      onInside={() => {
        // Whoever was signed out is moved on by the route itself; who adds an account is not.
        if (add) void router.navigate({ href: toReturnPath(from, location.origin), replace: true })
      }}
    />
  )
}
