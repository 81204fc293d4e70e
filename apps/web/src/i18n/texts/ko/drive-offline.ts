import type { texts as english } from '../en/drive-offline.ts'

export const texts: Record<keyof typeof english, string> = {
  'offline.note': '오프라인 상태입니다. 마지막으로 확인한 내용입니다: {when}.',
  'offline.now': '오프라인 상태입니다. 마지막 목록을 표시합니다.',
  'offline.reason': '다시 연결될 때까지 변경할 수 없습니다.',
  'offline.again': '다시 시도',
  'update.title': 'Awan의 새 버전이 준비되었습니다',
  'update.now': '새로 고침',

  'session.ended': '로그아웃되었습니다',
  'session.ended.text':
    '다른 탭이나 다른 기기에서 로그아웃했거나 세션이 끝났습니다. 로그인하면 이어서 할 수 있습니다.',
}
