/** The table of spec.md, section 7, without the pictures and the socket: method, path and payload. A new course has no picture yet. Only for tests. */
const TABLE = `
GET /session
GET /logout
POST /login email password
POST /signup first_name last_name status_user email password gender birthdate
GET /auth/google
POST /forgotPass email
POST /verifyCode code email
POST /resetPass code email password
POST /getUserData id
PUT /updateUser student_id first_name last_name email birthdate image_url gender isImageChange
POST /handleUploads image id
POST /getMsg page sender_id receiver_id
GET /getAdminId
POST /getEnrolledCourses page student_id search_text select_data
POST /getBlogData page blog_id
POST /addComment blog_id blog_title student_id email first_name role comment_text
POST /getComments page blog_id
PUT /completeCourse user_id course_id lessons email first_name id value title
POST /addReview course_id course_title student_id email first_name image_url role review_text stars
POST /getReviews page course_id
POST /getCourseData course_id student_id email first_name image_url role
PUT /enrollCourse student_id course_id course_title first_name email
POST /getCourses page search_text select_data
POST /getUsers page
POST /getCoursesAdmin page
POST /getSystemLog page
POST /deleteUser user_id
POST /deleteCourse course_id
POST /deleteBlog blog_id
POST /addCourse title price discount category description tabs materials student_id role email
PUT /updateCourse course_id title price discount category image_url description tabs materials student_id role email
GET /getAnalystic
GET /getMaintenace
POST /setMaintenance student_id email first_name status
POST /addBlog title subtitle content admin_id role email
PUT /updateBlog blog_id title subtitle content admin_id role email image_url`

interface SpecCall {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  /** Of the payload. */
  fields: string[]
}

export const SPEC_CALLS: readonly SpecCall[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [method, path = '', ...fields] = line.split(' ')
    return { method: method as SpecCall['method'], path, fields }
  })
