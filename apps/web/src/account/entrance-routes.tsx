import { useSearch } from '@tanstack/react-router'
import { SignInScreen } from './sign-in/SignInScreen.tsx'
import { SignUpScreen } from './sign-up/SignUpScreen.tsx'

export function SignInRoute() {
  const { from } = useSearch({ from: '/signin' })
  return <SignInScreen from={from} />
}

export function SignUpRoute() {
  const { from } = useSearch({ from: '/signup' })
  return <SignUpScreen from={from} />
}
