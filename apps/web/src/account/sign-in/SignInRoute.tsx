import { useSearch } from '@tanstack/react-router'
import { SignInScreen } from './SignInScreen.tsx'

export function SignInRoute() {
  const { from } = useSearch({ from: '/signin' })
  return <SignInScreen from={from} />
}
