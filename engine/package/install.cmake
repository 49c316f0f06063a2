# Where the library's parts are installed: component core, but for what jit/CMakeLists.txt and cli/CMakeLists.txt
# install.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dmlrun)
if(TARGET dmlrun_shared)
  set(libraries dmlrun dmlrun_shared)
else()
  set(libraries dmlrun)
endif()
install(TARGETS ${libraries} EXPORT dmlrun-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core NAMELINK_COMPONENT core)
install(FILES ${DMLRUN_PUBLIC_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/dmlrun COMPONENT core)
install(EXPORT dmlrun-targets NAMESPACE dmlrun:: DESTINATION ${package_dir} COMPONENT core)
# What a program in C needs to link the static library.
set(DMLRUN_CXX_LIBRARIES ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER DMLRUN_CXX_LIBRARIES INCLUDE REGEX "^((std)?c\\+\\+|m)$")
list(REMOVE_DUPLICATES DMLRUN_CXX_LIBRARIES)
configure_package_config_file(package/dmlrun-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/dmlrun-config.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/dmlrun-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/dmlrun-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/dmlrun-config-version.cmake
        DESTINATION ${package_dir} COMPONENT core)
# The .pc file finds its prefix from where it lies, so an installation can be moved.
file(RELATIVE_PATH DMLRUN_PREFIX_FROM_PC /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(package/dmlrun.pc.in ${CMAKE_CURRENT_BINARY_DIR}/dmlrun.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/dmlrun.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT core)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT core)
