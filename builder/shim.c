/* Arguments of entry points: checked, then handed on as compiled code takes them.

   An array is wrong if its items have another size, or if it has other dimensions, is not contiguous,
   read-only where it is written, or shorter than the function needs. Buffers are asked for without
   their format: NumPy would write a text of the record at every call. */

typedef struct { const char *function; const char *argument; } Place;

static PyObject *wrong(Place at, const char *right) {
    PyErr_Clear();
    return PyErr_Format(PyExc_TypeError, "%s: %s must be %s", at.function, at.argument, right);
}

static int take_array(Place at, PyObject *object, Py_buffer *view, Py_ssize_t item, int dimensions, int writable) {
    if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0))) {
        wrong(at, writable ? "a C-contiguous array that can be written" : "a C-contiguous array");
        return 0;
    }
    if (view->itemsize == item && view->ndim == dimensions) return 1;
    PyErr_Format(PyExc_TypeError, "%s: %s must be an array of %zd-byte items in %d dimension(s), not of %zd-byte items in %d",
                 at.function, at.argument, item, dimensions, view->itemsize, view->ndim);
    PyBuffer_Release(view);
    return 0;
}

static int check_length(Place at, Py_buffer *view, int dimension, int64_t least) {
    if (view->shape[dimension] >= least) return 1;
    PyErr_Format(PyExc_TypeError, "%s: %s must have a length of %lld or more in dimension %d, not %zd",
                 at.function, at.argument, (long long)least, dimension, view->shape[dimension]);
    return 0;
}

static int check_range(Place at, int64_t number, int64_t low, int64_t high) {
    if (number >= low && number <= high) return 1;
    PyErr_Format(PyExc_TypeError, "%s: %s must be from %lld to %lld, not %lld",
                 at.function, at.argument, (long long)low, (long long)high, (long long)number);
    return 0;
}

static int take_int64(Place at, PyObject *object, int64_t *number) {
    *number = PyLong_AsLongLong(object);
    if (*number != -1 || !PyErr_Occurred()) return 1;
    wrong(at, "a whole number of 64 bits");
    return 0;
}

static int take_uint64(Place at, PyObject *object, uint64_t *number) {
    PyObject *index = PyNumber_Index(object);
    if (index) {
        *number = PyLong_AsUnsignedLongLong(index);
        Py_DecRef(index);
        if (*number != (uint64_t)-1 || !PyErr_Occurred()) return 1;
    }
    wrong(at, "a whole number of 64 bits from 0 on");
    return 0;
}

static int take_float64(Place at, PyObject *object, double *number) {
    *number = PyFloat_AsDouble(object);
    if (*number != -1.0 || !PyErr_Occurred()) return 1;
    wrong(at, "a number");
    return 0;
}

static int take_bool(Place at, PyObject *object, int8_t *number) {
    int truth = PyObject_IsTrue(object);
    *number = (int8_t)truth;
    if (truth >= 0) return 1;
    wrong(at, "True or False");
    return 0;
}

static int take_tuple(Place at, PyObject *object, PyObject **items, Py_ssize_t length) {
    Py_ssize_t found = PyTuple_Size(object);
    if (found != length) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s: %s must be a tuple of %zd", at.function, at.argument, length);
        return 0;
    }
    for (Py_ssize_t place = 0; place < length; place++) items[place] = PyTuple_GetItem(object, place);
    return 1;
}

static int check_count(const char *function, Py_ssize_t found, Py_ssize_t wanted) {
    if (found == wanted) return 1;
    PyErr_Format(PyExc_TypeError, "%s takes %zd arguments, not %zd", function, wanted, found);
    return 0;
}

/* An array as compiled code takes it: no owner, number and size of items, data, shape, strides. */
#define OWNER (void *)0, (void *)0
#define ARRAY1(b) OWNER, (int64_t)b.shape[0], (int64_t)b.itemsize, b.buf, (int64_t)b.shape[0], (int64_t)b.strides[0]
#define ARRAY2(b) OWNER, (int64_t)(b.shape[0] * b.shape[1]), (int64_t)b.itemsize, b.buf, \
    (int64_t)b.shape[0], (int64_t)b.shape[1], (int64_t)b.strides[0], (int64_t)b.strides[1]
#define ARRAY3(b) OWNER, (int64_t)(b.shape[0] * b.shape[1] * b.shape[2]), (int64_t)b.itemsize, b.buf, \
    (int64_t)b.shape[0], (int64_t)b.shape[1], (int64_t)b.shape[2], \
    (int64_t)b.strides[0], (int64_t)b.strides[1], (int64_t)b.strides[2]
#define ARRAY4(b) OWNER, (int64_t)(b.shape[0] * b.shape[1] * b.shape[2] * b.shape[3]), (int64_t)b.itemsize, b.buf, \
    (int64_t)b.shape[0], (int64_t)b.shape[1], (int64_t)b.shape[2], (int64_t)b.shape[3], \
    (int64_t)b.strides[0], (int64_t)b.strides[1], (int64_t)b.strides[2], (int64_t)b.strides[3]
#define TYPES1 void *, void *, int64_t, int64_t, void *, int64_t, int64_t
#define TYPES2 TYPES1, int64_t, int64_t
#define TYPES3 TYPES2, int64_t, int64_t
#define TYPES4 TYPES3, int64_t, int64_t

static PyObject *none; /* Python's None */

static PyObject *answer_none(void) { Py_IncRef(none); return none; }

static PyObject *failed(const char *function) {
    return PyErr_Format(PyExc_SystemError, "%s failed", function);
}

static PyObject *whole_numbers(const int64_t *numbers, Py_ssize_t count) {
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t place = 0; tuple && place < count; place++)
        if (PyTuple_SetItem(tuple, place, PyLong_FromLongLong(numbers[place]))) { Py_DecRef(tuple); return NULL; }
    return tuple;
}

static PyObject *real_numbers(const double *numbers, Py_ssize_t count) {
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t place = 0; tuple && place < count; place++)
        if (PyTuple_SetItem(tuple, place, PyFloat_FromDouble(numbers[place]))) { Py_DecRef(tuple); return NULL; }
    return tuple;
}
