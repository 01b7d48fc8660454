// Loads the screens that tests navigate to from another screen. Otherwise the first navigation waits for their modules
// to be transformed, which on a busy machine takes longer than a query's timeout.
import '#web/screens/landing/landing-screen.tsx'
import '#web/screens/landing/more-sections.tsx'
import '#web/screens/login/login-screen.tsx'
import '#web/screens/forgot-password/forgot-password-screen.tsx'
import '#web/screens/confirm-password/confirm-password-screen.tsx'
import '#web/screens/verify-code/verify-code-screen.tsx'
import '#web/screens/student/all-courses/all-courses-screen.tsx'
import '#web/screens/admin/users/users-screen.tsx'
