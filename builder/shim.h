/* The part of Python's stable ABI (3.11) that the engine needs, so that building it needs no headers
   of Python: docs.python.org/3/c-api/stable.html lists functions and the layout of structures. */
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define PY_DATA extern __declspec(dllimport)
#define PY_EXPORT __declspec(dllexport)
#else
#define PY_DATA extern
#define PY_EXPORT __attribute__((visibility("default")))
#endif

typedef ptrdiff_t Py_ssize_t;
typedef struct PyObject { Py_ssize_t references; void *type; } PyObject;
typedef struct {
    void *buf;
    PyObject *obj;
    Py_ssize_t len;
    Py_ssize_t itemsize;
    int readonly;
    int ndim;
    char *format;
    Py_ssize_t *shape;
    Py_ssize_t *strides;
    Py_ssize_t *suboffsets;
    void *internal;
} Py_buffer;
typedef struct { const char *name; PyObject *(*call)(PyObject *, PyObject *const *, Py_ssize_t); int flags; const char *doc; } PyMethodDef;
typedef struct {
    PyObject base; void *init; Py_ssize_t index; PyObject *copy; /* PyModuleDef_Base */
    const char *name; const char *doc; Py_ssize_t size; PyMethodDef *methods;
    void *slots; void *traverse; void *clear; void *release;
} PyModuleDef;

#define METH_FASTCALL 0x0080
#define PyBUF_WRITABLE 0x0001
#define PyBUF_C_CONTIGUOUS 0x0038 /* with strides */
#define PYTHON_ABI_VERSION 3

PY_DATA PyObject *PyExc_TypeError, *PyExc_ImportError, *PyExc_SystemError;

int PyObject_GetBuffer(PyObject *, Py_buffer *, int);
void PyBuffer_Release(Py_buffer *);
long long PyLong_AsLongLong(PyObject *);
unsigned long long PyLong_AsUnsignedLongLong(PyObject *);
PyObject *PyNumber_Index(PyObject *);
double PyFloat_AsDouble(PyObject *);
int PyObject_IsTrue(PyObject *);
PyObject *PyLong_FromLongLong(long long);
PyObject *PyFloat_FromDouble(double);
PyObject *PyTuple_New(Py_ssize_t);
int PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *);
Py_ssize_t PyTuple_Size(PyObject *);
PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
PyObject *Py_BuildValue(const char *, ...);
void Py_IncRef(PyObject *);
void Py_DecRef(PyObject *);
PyObject *PyErr_Occurred(void);
void PyErr_Clear(void);
PyObject *PyErr_Format(PyObject *, const char *, ...);
void *PyEval_SaveThread(void);
void PyEval_RestoreThread(void *);
PyObject *PyModule_Create2(PyModuleDef *, int);
int PyModule_AddStringConstant(PyObject *, const char *, const char *);
