import type { texts as english } from '../en/sign-in.ts'

export const texts: Record<keyof typeof english, string> = {
  'signIn.page': '로그인',
  'signIn.title': '다시 오셨군요',
  'signIn.subtitle': '로그인하고 파일을 확인하세요.',
  'signIn.username': '이메일, 전화번호 또는 사용자 이름',
  'signIn.username.missing': '이메일, 전화번호 또는 사용자 이름을 입력하세요.',
  'signIn.password': '비밀번호',
  'signIn.password.missing': '비밀번호를 입력하세요.',
  'signIn.continue': '계속',
  'signIn.submit': '로그인',
  'signIn.newHere': '처음이신가요?',
  'signIn.create': '계정 만들기',
}
