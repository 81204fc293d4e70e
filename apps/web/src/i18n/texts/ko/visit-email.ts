import type { texts as english } from '../en/visit-email.ts'

export const texts: Record<keyof typeof english, string> = {
  'visit.email.title': '이메일 주소',
  'visit.email.hint':
    '파일을 요청한 사람이 보내는 사람을 알고 싶어 합니다. 주소를 확인하기 위해 코드를 보내 드립니다.',
  'visit.email': '이메일',
  'visit.email.empty': '이메일 주소를 입력하세요.',
  'visit.email.wrong': '이메일 주소 형식이 아닙니다.',
  'visit.email.undelivered': '이 주소로는 메일을 보낼 수 없습니다. 주소를 확인하세요.',
  'visit.email.send': '코드 받기',
  'visit.email.other': '다른 주소 사용',
  'visit.email.noMail': '이 서버는 지금 메일을 보낼 수 없습니다. 링크를 보낸 사람에게 알려 주세요.',
}
